-- Functions for the expression language: what PostgreSQL answers otherwise than packages/feel does, or not at all.
-- None of them raises an error for any argument: what has no answer is null, and a null argument makes a null.
create schema feel;
grant usage on schema feel to formwork_app;

-- The place of the first digit: 2 for 123, -3 for 0.00123.
create function feel.exponent(n numeric) returns integer language sql immutable strict parallel safe as $$
  select case when abs(n) >= 1 then length(trunc(abs(n))::text) - 1 else -1 - length(substring(n::text from '\.(0*)')) end
$$;

-- 34 digits, half to even; null above 10^6145, zero below 10^-6176.
create function feel.fit(n numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  at integer;
  places integer;
  cut numeric;
  unit numeric;
  rest numeric;
begin
  if scale(n) <= 18 and n between -9999999999999999 and 9999999999999999 then return n; end if;
  if n = 0 then return 0; end if;
  if n in ('NaN', 'Infinity', '-Infinity') then return null; end if;
  at := feel.exponent(n);
  places := 33 - at;
  if scale(n) > places then
    cut := trunc(n, places);
    unit := ('1e' || -places)::numeric;
    rest := abs(n - cut) * 2;
    n := case when rest > unit or (rest = unit and mod(cut * ('1e' || places)::numeric, 2) <> 0) then cut + sign(n) * unit else cut end;
  end if;
  if at >= 6144 and abs(n) >= '1e6145'::numeric then return null; end if;
  return case when at < -6176 and abs(n) < '1e-6176'::numeric then 0 else n end;
end
$$;

create function feel.divide(a numeric, b numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  shift integer;
  top numeric;
  whole numeric;
begin
  if b = 0 then return null; end if;
  if a = 0 then return 0; end if;
  -- enough digits that one beyond the precision is sure; a remainder only has to be felt, not kept
  shift := 36 + feel.exponent(b) - feel.exponent(a);
  top := a * ('1e' || shift)::numeric;
  whole := div(top, b);
  if whole * b <> top then
    whole := whole * 10 + sign(a) * sign(b);
    shift := shift + 1;
  end if;
  return feel.fit(whole * ('1e' || -shift)::numeric);
end
$$;

-- The remainder has the sign of the divisor.
create function feel.modulo(a numeric, b numeric) returns numeric language sql immutable strict parallel safe as $$
  select case when b = 0 then null else feel.fit(mod(a, b) + case when mod(a, b) <> 0 and sign(mod(a, b)) <> sign(b) then b else 0 end) end
$$;

create function feel.power(n numeric, times integer) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  product numeric := 1;
begin
  if n = 0 then return case when times = 0 then 1 else 0 end; end if;
  if abs(feel.exponent(n)) * times > 7000 then return case when abs(n) < 1 then 0 end; end if;
  for i in 1..times loop product := product * n; end loop;
  return feel.fit(product);
end
$$;

create function feel.sqrt(n numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  half integer;
begin
  if n <= 0 then return case when n = 0 then 0 end; end if;
  -- between 1 and 100 a root of 90 places is exact enough for any 34 digits
  half := floor(feel.exponent(n) / 2.0);
  return feel.fit(sqrt(round(n * ('1e' || -2 * half)::numeric, 90)) * ('1e' || half)::numeric);
end
$$;

create function feel.round(n numeric, places numeric, how text) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  cut numeric;
  unit numeric;
  rest numeric;
begin
  places := trunc(places);
  if places not between -6111 and 6176 then return null; end if;
  if scale(n) <= places then return n; end if;
  cut := trunc(n, places::integer);
  rest := abs(n - cut);
  if rest = 0 then return cut; end if;
  unit := ('1e' || -places::integer)::numeric;
  return feel.fit(case when case how
    when 'up' then true
    when 'down' then false
    when 'floor' then n < 0
    when 'ceiling' then n > 0
    when 'halfUp' then rest * 2 >= unit
    when 'halfDown' then rest * 2 > unit
    else rest * 2 > unit or (rest * 2 = unit and mod(cut * ('1e' || places::integer)::numeric, 2) <> 0)
  end then cut + sign(n) * unit else cut end);
end
$$;

-- Rounds after every step as the language does; a null among the numbers makes a null of the sum.
create function feel.add(a numeric, b numeric) returns numeric language sql immutable parallel safe as $$ select feel.fit(a + b) $$;
create aggregate feel.sum(numeric) (sfunc = feel.add, stype = numeric, initcond = '0', parallel = safe);
create function feel.times(a numeric, b numeric) returns numeric language sql immutable parallel safe as $$ select feel.fit(a * b) $$;
create aggregate feel.product(numeric) (sfunc = feel.times, stype = numeric, initcond = '1', parallel = safe);

-- Reads a number from text as the language does from what a browser or JSON gave it.
create function feel.read_number(given text) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  parts text[] := regexp_match(btrim(given, E' \t\n\r\f\v'), '^([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))(?:[eE]([+-]?[0-9]{1,6}))?$');
  power integer := coalesce(parts[2], '0')::integer;
begin
  if parts is null or length(parts[1]) > 10000 then return null; end if;
  if abs(power) > 8000 then return case when power < 0 or parts[1]::numeric = 0 then 0 end; end if;
  return feel.fit(parts[1]::numeric * ('1e' || power)::numeric);
end
$$;

-- What stands in JSON as the type that was promised for it; anything else is null.
create function feel.json_number(given jsonb) returns numeric language sql immutable strict parallel safe as $$
  select case jsonb_typeof(given) when 'number' then feel.fit(given::numeric) when 'string' then feel.read_number(given #>> '{}') end
$$;
create function feel.json_text(given jsonb) returns text language sql immutable strict parallel safe as $$
  select case jsonb_typeof(given) when 'string' then given #>> '{}' when 'number' then trim_scale(given::numeric)::text when 'boolean' then given #>> '{}' end
$$;
create function feel.json_boolean(given jsonb) returns boolean language sql immutable strict parallel safe as $$
  select case jsonb_typeof(given) when 'boolean' then given::boolean end
$$;
create function feel.json_date(given jsonb) returns date language sql stable strict parallel safe as $$
  select case when given #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T|$)' and pg_input_is_valid(left(given #>> '{}', 10), 'date') then left(given #>> '{}', 10)::date end
$$;
create function feel.json_object(given jsonb) returns jsonb language sql immutable strict parallel safe as $$
  select case jsonb_typeof(given) when 'object' then given end
$$;
-- A single value stands for a list of one.
create function feel.items(given jsonb) returns jsonb language sql immutable strict parallel safe as $$
  select case jsonb_typeof(given) when 'array' then given when 'null' then null else jsonb_build_array(given) end
$$;
-- Positions count from 1, or from the end with -1.
create function feel.pick(items anyarray, place numeric) returns anyelement language sql immutable strict parallel safe as $$
  select case when place <> trunc(place) or abs(place) > 2147483647 then null else items[(case when place < 0 then cardinality(items) + 1 + place else place end)::integer] end
$$;

-- A start counts from 1, or from the end with -1; what is no whole number is cut to one.
create function feel.substring(given text, start numeric, count numeric) returns text language sql immutable strict parallel safe as $$
  select case when trunc(start) = 0 or abs(trunc(start)) > char_length(given) or trunc(count) not between 1 and 9007199254740991 then null
    else substr(given, (case when start > 0 then trunc(start) else char_length(given) + trunc(start) + 1 end)::integer, least(trunc(count), char_length(given))::integer) end
$$;
create function feel.substring(given text, start numeric) returns text language sql immutable strict parallel safe as $$
  select feel.substring(given, start, char_length(given))
$$;
create function feel.before(given text, mark text) returns text language sql immutable strict parallel safe as $$
  select left(given, greatest(strpos(given, mark) - 1, 0))
$$;
create function feel.after(given text, mark text) returns text language sql immutable strict parallel safe as $$
  select case when strpos(given, mark) = 0 then '' else substr(given, strpos(given, mark) + char_length(mark)) end
$$;

-- The calendar has a year 0 where PostgreSQL has 1 BC.
create function feel.year(moment timestamp) returns numeric language sql immutable strict parallel safe as $$
  select extract(year from moment) + case when extract(year from moment) < 0 then 1 else 0 end
$$;

create function feel.date_text(day date) returns text language sql immutable strict parallel safe as $$
  select case when day >= '0001-01-01' then to_char(day, 'YYYY-MM-DD')
    else case when feel.year(day) < 0 then '-' else '' end || lpad(abs(feel.year(day))::text, 4, '0') || to_char(day, '-MM-DD') end
$$;

-- Dates and times end where PostgreSQL's timestamps do; what would be beyond is null.
create function feel.plus_months(moment timestamp, months numeric) returns timestamp language sql immutable strict parallel safe as $$
  select case when feel.year(moment) + months / 12 between -4700 and 294000 then moment + make_interval(months => months::integer) end
$$;
create function feel.plus_nanos(moment timestamp, nanos numeric) returns timestamp language sql immutable strict parallel safe as $$
  select case when feel.year(moment) + nanos / 31556952000000000 between -4700 and 294000
    then moment + make_interval(days => div(nanos, 86400000000000)::integer) + (mod(nanos, 86400000000000) / 1000)::double precision * interval '1 microsecond' end
$$;
-- The start of the day plus the duration, cut to its day.
create function feel.plus_days(day date, nanos numeric) returns date language sql immutable strict parallel safe as $$
  select case when feel.year(day) + nanos / 31556952000000000 between -4700 and 294000 then day + floor(nanos / 86400000000000)::integer end
$$;
create function feel.make_date(year numeric, month numeric, day numeric) returns date language sql immutable strict parallel safe as $$
  select case when year = trunc(year) and month = trunc(month) and day = trunc(day) and year between 1 and 294000 and month between 1 and 12
    and day between 1 and extract(day from make_date(year::integer, month::integer, 1) + interval '1 month - 1 day')
    then make_date(year::integer, month::integer, day::integer) end
$$;
create function feel.months_between(a timestamp, b timestamp) returns numeric language sql immutable strict parallel safe as $$
  select months - case when months > 0 and late < 0 then 1 when months < 0 and late > 0 then -1 else 0 end
  from (select (feel.year(b) - feel.year(a)) * 12 + extract(month from b) - extract(month from a) as months,
    extract(epoch from (b - date_trunc('month', b)) - (a - date_trunc('month', a))) as late) as apart
$$;
