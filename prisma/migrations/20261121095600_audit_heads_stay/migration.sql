-- The head of a chain may advance but not be deleted: without a head, a new chain would begin.
revoke delete, truncate on audit_heads from wfp_app;
