-- Under which key a recovery code was hashed: its hash cannot be made anew, so those of a key before are counted.
alter table identity.recovery_code add column key_id text;
