-- What somebody signed in with, such as "Firefox on Windows"; null for scripts and for sign-ins before this.
alter table session add column device text;
