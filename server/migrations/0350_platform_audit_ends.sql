-- The trail goes on in each space's schema. A process of an older release cannot write on here beside it.
revoke insert on platform.audit from formwork_dispatcher;
