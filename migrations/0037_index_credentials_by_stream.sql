-- Provisioning, deleting and showing a stream look for its key; without these each look reads every credential there is.
create index credentials_by_stream on credentials (log_stream_id) where log_stream_id is not null;
create index credentials_by_connection on credentials (data_source_connection_id) where data_source_connection_id is not null;
