/** One body of each sender of changes, in the shape its public documents show, with values of our own. */
import type { ChangeSender } from '../../../src/oncall/formats/index.ts'
import { ENDED, type Sample, STARTED, STARTED_MS } from './alert-samples.ts'

const repository = {
  id: 5001,
  name: 'checkout',
  full_name: 'shop/checkout',
  html_url: 'https://github.com/shop/checkout',
  default_branch: 'main',
}

export const githubDeployment = {
  action: 'created',
  deployment: {
    id: 991122,
    sha: '9f2c4f1d0a7b8e6c5d4f3a2b1c0d9e8f7a6b5c4d',
    ref: 'v2.14.0',
    task: 'deploy',
    environment: 'production',
    description: 'Ship 2.14.0',
    creator: { login: 'kim' },
    created_at: STARTED,
    updated_at: STARTED,
  },
  repository,
  sender: { login: 'kim' },
}

export const githubDeploymentStatus = {
  ...githubDeployment,
  deployment_status: {
    id: 77,
    state: 'success',
    description: '',
    environment: 'production',
    target_url: '',
    log_url: 'https://github.com/shop/checkout/actions/runs/4242',
    created_at: ENDED,
    updated_at: ENDED,
  },
}

export const githubPush = {
  ref: 'refs/heads/main',
  before: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  after: '9f2c4f1d0a7b8e6c5d4f3a2b1c0d9e8f7a6b5c4d',
  created: false,
  deleted: false,
  forced: false,
  compare: 'https://github.com/shop/checkout/compare/0a1b2c3...9f2c4f1',
  commits: [{ id: '9f2c4f1d0a7b8e6c5d4f3a2b1c0d9e8f7a6b5c4d', message: 'Retry the payment once' }],
  head_commit: {
    id: '9f2c4f1d0a7b8e6c5d4f3a2b1c0d9e8f7a6b5c4d',
    message: 'Retry the payment once\n\nIt was flaky.',
    url: 'https://github.com/shop/checkout/commit/9f2c4f1',
    author: { name: 'Kim', email: 'kim@shop.test', username: 'kim' },
  },
  repository,
  pusher: { name: 'kim' },
}

export const githubRelease = {
  action: 'published',
  release: {
    id: 31,
    tag_name: 'v2.14.0',
    name: '2.14.0',
    html_url: 'https://github.com/shop/checkout/releases/tag/v2.14.0',
    author: { login: 'kim' },
    prerelease: false,
    created_at: STARTED,
    published_at: STARTED,
  },
  repository,
}

export const githubWorkflowRun = {
  action: 'completed',
  workflow: { name: 'Deploy to production' },
  workflow_run: {
    id: 4242,
    name: 'Deploy to production',
    run_attempt: 1,
    run_number: 318,
    head_branch: 'main',
    head_sha: '9f2c4f1d0a7b8e6c5d4f3a2b1c0d9e8f7a6b5c4d',
    event: 'push',
    status: 'completed',
    conclusion: 'failure',
    html_url: 'https://github.com/shop/checkout/actions/runs/4242',
    actor: { login: 'kim' },
    run_started_at: STARTED,
    updated_at: ENDED,
  },
  repository,
}

const project = {
  id: 30,
  name: 'Orders',
  path_with_namespace: 'shop/orders',
  web_url: 'https://gitlab.com/shop/orders',
  default_branch: 'main',
}

export const gitlabPush = {
  object_kind: 'push',
  event_name: 'push',
  before: '95790bf891e76fee5e1747ab589903a6a1f80f22',
  after: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
  ref: 'refs/heads/main',
  checkout_sha: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
  user_name: 'Sam',
  user_username: 'sam',
  project,
  commits: [
    {
      id: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
      title: 'Use a larger pool',
      message: 'Use a larger pool\n',
      url: 'https://gitlab.com/shop/orders/-/commit/da156088',
      timestamp: STARTED,
    },
  ],
  total_commits_count: 1,
}

export const gitlabRelease = {
  object_kind: 'release',
  action: 'create',
  id: 1,
  tag: 'v7.1',
  name: '7.1',
  url: 'https://gitlab.com/shop/orders/-/releases/v7.1',
  created_at: '2026-05-04 10:15:02 UTC',
  released_at: '2026-05-04 10:15:02 UTC',
  project,
  commit: { id: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7', author: { name: 'Sam' } },
}

export const gitlabPipeline = {
  object_kind: 'pipeline',
  object_attributes: {
    id: 311,
    iid: 3,
    ref: 'main',
    tag: false,
    sha: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
    source: 'push',
    status: 'failed',
    created_at: '2026-05-04 10:15:02 UTC',
    finished_at: '2026-05-04 10:28:41 UTC',
    url: 'https://gitlab.com/shop/orders/-/pipelines/311',
  },
  user: { name: 'Sam', username: 'sam' },
  project,
}

export const vercelEvent = (type: string, createdAt: number) => ({
  id: `evt_${type}`,
  type,
  createdAt,
  region: 'fra1',
  payload: {
    team: { id: 'team_1' },
    user: { id: 'user_1' },
    target: 'production',
    project: { id: 'prj_1' },
    plan: 'pro',
    regions: ['fra1'],
    deployment: {
      id: 'dpl_8Xk',
      name: 'front',
      url: 'front-8xk-shop.vercel.app',
      meta: {
        githubCommitSha: '4c3b2a19',
        githubCommitRef: 'main',
        githubCommitMessage: 'New header\n\nWith search.',
        githubCommitAuthorLogin: 'lee',
      },
    },
    links: { deployment: 'https://vercel.com/shop/front/8Xk', project: 'https://vercel.com/shop/front' },
  },
})

export const CHANGE_SAMPLES: Readonly<Record<ChangeSender, Sample>> = {
  github: {
    headers: { 'x-github-event': 'deployment_status', 'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' },
    body: githubDeploymentStatus,
  },
  gitlab: {
    headers: { 'x-gitlab-event': 'Deployment Hook', 'idempotency-key': 'f5e57f40-2b5b-4d0c-8d5c-2b1e3a9f0001' },
    body: {
      object_kind: 'deployment',
      status: 'success',
      status_changed_at: '2026-05-04 12:28:41 +0200',
      deployment_id: 15,
      deployable_id: 796,
      deployable_url: 'https://gitlab.com/shop/orders/-/jobs/796',
      environment: 'production',
      environment_tier: 'production',
      environment_slug: 'production',
      environment_external_url: 'https://orders.shop.test',
      project,
      short_sha: 'da156088',
      user: { id: 1, name: 'Sam', username: 'sam' },
      user_url: 'https://gitlab.com/sam',
      commit_url: 'https://gitlab.com/shop/orders/-/commit/da156088',
      commit_title: 'Use a larger pool',
      ref: 'main',
    },
  },
  vercel: { body: vercelEvent('deployment.created', STARTED_MS) },
  netlify: {
    headers: { 'x-netlify-event': 'deploy_created' },
    body: {
      id: '6636b1c2a1b2c3d4e5f60718',
      site_id: 'a1b2c3d4-0000-4000-8000-000000000000',
      build_id: '6636b1c2a1b2c3d4e5f60717',
      state: 'ready',
      name: 'docs-shop',
      url: 'https://docs.shop.test',
      admin_url: 'https://app.netlify.com/sites/docs-shop',
      deploy_ssl_url: 'https://main--docs-shop.netlify.app',
      created_at: STARTED,
      updated_at: ENDED,
      published_at: ENDED,
      error_message: null,
      branch: 'main',
      commit_ref: '77aa88bb',
      commit_url: 'https://github.com/shop/docs/commit/77aa88bb',
      committer: 'ada',
      context: 'production',
      title: 'Describe refunds',
    },
  },
  argo_cd: {
    body: {
      app: 'payments',
      namespace: 'payments-prod',
      cluster: 'https://kubernetes.default.svc',
      project: 'shop',
      repository: 'https://github.com/shop/deploy',
      revision: '3b2a19c0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4',
      sync: 'Synced',
      health: 'Healthy',
      phase: 'Succeeded',
      message: 'successfully synced (all tasks run)',
      startedAt: STARTED,
      finishedAt: ENDED,
      initiatedBy: { username: 'kim' },
      images: ['registry.shop.test/payments:5.2.1'],
      url: 'https://argocd.shop.test/applications/payments',
    },
  },
  launchdarkly: {
    body: {
      _links: {
        canonical: { href: '/api/v2/flags/shop/new-checkout', type: 'application/json' },
        site: { href: '/shop/production/features/new-checkout', type: 'text/html' },
      },
      _id: '66360b1c2a1b2c3d4e5f6071',
      _accountId: '55',
      date: STARTED_MS,
      accesses: [{ action: 'updateOn', resource: 'proj/shop:env/production:flag/new-checkout;beta' }],
      kind: 'flag',
      name: 'New checkout',
      description: '* Turned on the flag',
      comment: 'for everybody',
      member: { _id: 'm1', email: 'kim@shop.test', firstName: 'Kim', lastName: 'Lind' },
      titleVerb: 'turned on the flag',
      title:
        '[Kim Lind](mailto:kim@shop.test) turned on the flag [New checkout](https://app.launchdarkly.com) in Production',
      target: { name: 'New checkout', resources: ['proj/shop:env/production:flag/new-checkout'] },
    },
  },
  generic: {
    query: 'services=app.name&version=app.image',
    body: {
      event: 'deploy',
      app: { name: 'invoices', image: 'invoices:81' },
      status: 'finished',
      env: 'prod',
      started_at: STARTED,
      finished_at: ENDED,
      user: 'robin',
    },
  },
}
