-- Until when a consumer of the provisioning queue works on the stream alone (milliseconds since 1970); 0 is nobody.
alter table streams add column leased_until integer not null default 0;
