-- Messages outside campaigns that are under way: what the wallet keeps for them, and those of which nothing was heard.
create index message_under_way on message (due_at)
  where campaign_id is null and settled_as is null and status in ('SENDING', 'SENT', 'UNKNOWN');
