-- Texts of a list behind each other. The engine's own function is said to depend on settings, which those of texts do not: a cluster
-- takes no such one where a row is changed.
create function platform.joined(texts text[]) returns text language sql immutable strict parallel safe
  as $$ select array_to_string(texts, ' ') $$;
grant execute on function platform.joined(text[]) to formwork_app;
