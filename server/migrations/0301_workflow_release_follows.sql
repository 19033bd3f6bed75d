-- where an option takes another's place, conditions of released processes follow it in the same transaction as the form's release
grant update (graph) on workflow.release to formwork_app;
