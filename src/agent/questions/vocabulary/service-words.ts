/** Software that stands before services, as it is named in their names. */
import { wordTable } from './word-table.ts'

const GATEWAYS = [
  'envoy',
  'nginx',
  'haproxy',
  'traefik',
  'kong',
  'apisix',
  'caddy',
  'varnish',
  'apache',
  'httpd',
  'lb',
  'alb',
  'elb',
]

/** Words for parts of a system, and the parts of names that mean the same, the likeliest first. */
export const SERVICE_WORDS = wordTable<readonly string[]>({
  frontend: ['frontend', 'front', 'storefront', 'web', 'ui', 'webapp', 'website'],
  ui: ['ui', 'frontend', 'storefront', 'web'],
  webapp: ['webapp', 'web', 'frontend', 'storefront'],
  gateway: ['gateway', 'gw', 'edge', 'ingress', 'proxy', ...GATEWAYS],
  proxy: ['proxy', 'edge', 'ingress', 'gateway', ...GATEWAYS],
  ingress: ['ingress', 'edge', 'proxy', 'gateway', ...GATEWAYS],
  edge: ['edge', 'proxy', 'ingress', 'gateway', ...GATEWAYS],
  loadbalancer: ['lb', 'balancer', 'alb', 'elb', 'proxy', 'ingress', 'edge', 'gateway', ...GATEWAYS],
  balancer: ['lb', 'balancer', 'alb', 'elb', 'proxy', 'ingress', 'edge', 'gateway', ...GATEWAYS],
  webserver: ['webserver', 'nginx', 'apache', 'httpd', 'caddy', 'web'],
  billing: ['billing', 'payment', 'payments', 'invoice'],
  payment: ['payment', 'payments', 'pay', 'billing'],
  login: ['login', 'auth', 'identity'],
  authentication: ['authentication', 'auth', 'identity', 'login'],
  auth: ['auth', 'authentication', 'identity'],
  catalogue: ['catalogue', 'catalog'],
  mailer: ['mailer', 'mail', 'email', 'notification', 'notifications'],
  email: ['email', 'mail', 'mailer', 'notification', 'notifications'],
  notification: ['notification', 'notifications', 'notifier', 'mail', 'email'],
  basket: ['basket', 'cart'],
  cart: ['cart', 'basket'],
  stock: ['stock', 'inventory', 'warehouse'],
  recommendation: ['recommendation', 'recommendations', 'recommender'],
  delivery: ['delivery', 'shipping', 'dispatch'],
  db: ['db', 'database', 'postgres', 'mysql'],
  database: ['database', 'db', 'postgres', 'mysql'],
})
