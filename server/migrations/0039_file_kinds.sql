alter table import_job drop constraint import_job_file_kind_check;
alter table import_job add constraint import_job_file_kind_check check (file_kind in ('csv', 'ods', 'vcf', 'xlsx'));
