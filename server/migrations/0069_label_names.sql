-- Labels in the order of their names, whatever the collation of the database.
create index if not exists label_by_name on label (vendor_id, folded collate "C");
