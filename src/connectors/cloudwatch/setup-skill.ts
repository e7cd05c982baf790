export const cloudWatchSetupSkill = `# Connect Amazon CloudWatch

Log groups of one region are read from **CloudWatch Logs** about every 30 seconds, one stream a group; the agent can also run Logs Insights queries over any time window. Make one connection a region and account.

## What you need
Permission to read logs, and nothing else. This policy is enough; save it as \`policy.json\` (narrow \`Resource\` to the groups you want):

\`\`\`json
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": ["logs:DescribeLogGroups", "logs:FilterLogEvents", "logs:StartQuery", "logs:GetQueryResults"],
      "Resource": "*"
    }
  ]
}
\`\`\`

Groups encrypted with a customer-managed KMS key also need \`kms:Decrypt\` on that key.

### By access key
\`\`\`sh
aws iam create-user --user-name observability-reader
aws iam put-user-policy --user-name observability-reader --policy-name read-logs --policy-document file://policy.json
aws iam create-access-key --user-name observability-reader
\`\`\`
The last command prints \`AccessKeyId\` and \`SecretAccessKey\`. The secret is shown only this once.

### By role (no long-lived key of yours is stored)
Works where the deployment of this service has an AWS key of its own; ask its operator for the account id. Make a random external id (\`uuidgen\`), and a role whose trust policy, saved as \`trust.json\`, names both:

\`\`\`json
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Principal": { "AWS": "arn:aws:iam::<account of the service>:root" },
      "Action": "sts:AssumeRole",
      "Condition": { "StringEquals": { "sts:ExternalId": "<your random external id>" } }
    }
  ]
}
\`\`\`
\`\`\`sh
aws iam create-role --role-name observability-reader --assume-role-policy-document file://trust.json
aws iam put-role-policy --role-name observability-reader --policy-name read-logs --policy-document file://policy.json
\`\`\`
The second command prints nothing; the ARN is in the output of the first (\`arn:aws:iam::<your account>:role/observability-reader\`). If you also give an access key, it is used to assume the role instead of the service's own key.

## Fields
| Field | Value |
|---|---|
| \`region\` | required, such as \`eu-central-1\` |
| \`access_key_id\`, \`secret_access_key\` | the pair of the user, or give the two fields below instead; temporary keys also need \`session_token\` |
| \`role_arn\`, \`external_id\` | for a role, instead of the key; keep the external id (16 characters or more) to yourself |
| \`log_group_prefix\` | optional, such as \`/aws/lambda/\` |

## What happens
The identity is looked up (STS GetCallerIdentity, or AssumeRole), the log groups are listed and one is read for a moment. Nothing is created in your account. Each stream makes two or three FilterLogEvents calls a minute; an account has 5 to 25 a second, by region. FilterLogEvents is free of charge; Logs Insights, used when the agent asks, costs per GB scanned. A question covers the 50 largest groups of the prefix. Groups of the class *Infrequent Access* cannot be read by time and are not offered.

## Check
Create a stream for a busy group: it becomes \`active\` and events appear in the project within a minute. To write one: \`aws logs put-log-events\`, or call the Lambda function whose group it is.

## If it fails
- *does not accept this key*: wrong, inactive or deleted; temporary keys end after some hours.
- *does not allow logs:…*: add that action to the policy; new policies take some seconds.
- *refuses to let us assume this role*: the trust policy names another account or external id.
- *does not check the external id*: add the condition of the trust policy above; without it others could use the role.
- *has no AWS key to assume roles with*: use an access key.
- *no longer exists in this region*: the group was deleted, or is in another region.

## Push instead of reading
For much traffic, let Firehose deliver: create a log source of provider \`firehose\`, make an Amazon Data Firehose stream with source *Direct PUT* and destination *HTTP endpoint* (its URL, GZIP, buffer 60 seconds), then a subscription filter for each group:

\`\`\`sh
aws logs put-subscription-filter --log-group-name /aws/lambda/checkout --filter-name observability --filter-pattern '' \\
  --destination-arn <ARN of the Firehose stream> --role-arn <role that logs.amazonaws.com assumes to write to it>
\`\`\`
A group has two such filters at most. Never subscribe the log group of the Firehose stream itself.

## Undo
Delete the stream or the connection: reading stops. Then delete the user or the role:

\`\`\`sh
aws iam delete-access-key --user-name observability-reader --access-key-id <AccessKeyId>
aws iam delete-user-policy --user-name observability-reader --policy-name read-logs
aws iam delete-user --user-name observability-reader
aws iam delete-role-policy --role-name observability-reader --policy-name read-logs
aws iam delete-role --role-name observability-reader
\`\`\`
`
