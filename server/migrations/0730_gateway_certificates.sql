-- A certificate that the caller shows to a proxy is a credential too: its hash is the certificate's SHA-256.
alter table gateway.credential drop constraint credential_kind_check;
alter table gateway.credential add constraint credential_kind_check
  check (kind in ('key', 'basic', 'jwt', 'hmac', 'oauth', 'certificate'));
