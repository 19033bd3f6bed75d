-- Fails a statement of several changes where one of them found no row; `part` says which.
create function platform.touched(row_count bigint, part text) returns void language plpgsql as $$
begin
  if row_count = 0 then raise exception using errcode = 'no_data_found', message = part; end if;
end
$$;
