-- What a message is about in English, where whoever named it said so; who reads it gets the title of their language.
alter table :schema.messages_message add column title_en text;
