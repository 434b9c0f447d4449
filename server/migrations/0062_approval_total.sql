-- What one person moved for all vendors within a day is added up before each further action.
create index unapproved_action_of_person on unapproved_action (operator_id, kind, created_at);
