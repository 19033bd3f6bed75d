-- Imports and exports whose process ended before their job began: nobody does them any more. Row and job begin together from now on.
update :schema.records_import set state = 'failed', error = 'platform.internal', finished_at = now() where state = 'waiting' and job_id is null;
update :schema.records_export set state = 'failed', error = 'platform.internal', finished_at = now() where state = 'preparing' and job_id is null;
