-- A flow also begins before or after a date of the records of a form, named by the form.
alter table orchestration.start drop constraint start_kind_check;
alter table orchestration.start add constraint start_kind_check
  check (kind in ('trigger', 'call', 'message', 'button', 'date'));
