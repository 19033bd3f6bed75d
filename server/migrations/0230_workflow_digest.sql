-- When a person had the last mail of what they have not read, and was told after their quiet hours.
alter table workflow.push add column digested_at timestamptz, add column caught_up_at timestamptz;
