import { countBy, isErrorLog, logsOf, requestsOf } from '../../truth.ts'
import { between, cause, count, counts, type Entry, extent, grouped } from '../define.ts'
import { edge, failedEdge, INCIDENT, of, route } from './rows.ts'

export const VIDEO_TALK: readonly Entry[] = [
  {
    key: 'rabbit',
    class: 'unknown',
    dev: 'rabbitmq errors',
    expect: () => ({ decline: 'unknown', says: [['rabbit']] }),
  },
  {
    key: 'premium',
    class: 'unknown',
    dev: 'how many failed requests of premium users?',
    expect: () => ({ decline: 'ask_back', says: [['premium']] }),
  },
  {
    key: 'typo',
    class: 'typo',
    dev: 'errors in playbck-api',
    expect: ({ world }) => ({
      ...count(logsOf(world, (log) => of('playback-api')(log) && isErrorLog(log)).length),
      says: [['playback-api']],
    }),
  },
  {
    key: 'partial',
    class: 'typo',
    dev: 'requests of search',
    expect: ({ world }) => ({
      ...count(requestsOf(world, of('catalog-search')).length, requestsOf(world, route('GET /browse')).length),
      says: [['catalog-search', '/search']],
    }),
  },
  {
    key: 'multi',
    class: 'multi',
    dev: 'how many requests did edge-api get and how many of them failed?',
    expect: ({ world }) => ({
      says: [[grouped(requestsOf(world, edge).length)], [grouped(requestsOf(world, failedEdge).length)]],
    }),
  },
  {
    key: 'f1',
    class: 'follow-up',
    thread: 'failed',
    dev: 'how many requests of edge-api failed?',
    expect: ({ world }) => count(requestsOf(world, failedEdge).length),
  },
  {
    key: 'f2',
    class: 'follow-up',
    thread: 'failed',
    dev: 'only for tenant nimbus',
    expect: ({ world }) =>
      count(requestsOf(world, (span) => failedEdge(span) && span.attributes['tenant.id'] === 'nimbus').length),
  },
  {
    key: 'f3',
    class: 'follow-up',
    thread: 'failed',
    dev: 'and acme?',
    expect: ({ world }) =>
      count(requestsOf(world, (span) => failedEdge(span) && span.attributes['tenant.id'] === 'acme').length),
  },
  {
    key: 'f4',
    class: 'follow-up',
    thread: 'failed',
    dev: 'between {@onset+5} and {@onset+15}',
    expect: ({ world }) =>
      count(
        requestsOf(
          world,
          (span) => failedEdge(span) && span.attributes['tenant.id'] === 'acme',
          between(world, ['onset', 5], ['onset', 15]),
        ).length,
      ),
  },
  {
    key: 'f5',
    class: 'follow-up',
    thread: 'failed',
    dev: 'by region',
    expect: ({ world }) =>
      counts(
        countBy(
          requestsOf(
            world,
            (span) => failedEdge(span) && span.attributes['tenant.id'] === 'acme',
            between(world, ['onset', 5], ['onset', 15]),
          ),
          (span) => String(span.attributes['cloud.region']),
        ),
      ),
  },
  { key: 'g1', class: 'follow-up', thread: 'cause', dev: "what's broken?", expect: (asked) => cause(asked, INCIDENT) },
  {
    key: 'g2',
    class: 'follow-up',
    thread: 'cause',
    dev: 'how bad?',
    expect: (asked) => extent(asked, ['edge-api', 'playback-api', 'drm-proxy'], 'user.id'),
  },
  {
    key: 'g3',
    class: 'follow-up',
    thread: 'cause',
    dev: 'and now what?',
    expect: () => ({ says: [['certificate', 'x509']] }),
  },
  {
    key: 'fr-errors',
    class: 'language-core',
    dev: 'combien de requêtes de edge-api ont échoué ?',
    expect: ({ world }) => count(requestsOf(world, failedEdge).length),
  },
  {
    key: 'es-why',
    class: 'language-core',
    dev: '¿por qué falla playback-api?',
    expect: (asked) => cause(asked, INCIDENT),
  },
  {
    key: 'ru',
    class: 'language-other',
    dev: 'что сломалось?',
    expect: () => ({ decline: 'language', says: [['англий']] }),
  },
  {
    key: 'cs',
    class: 'language-other',
    dev: 'co je rozbité?',
    expect: () => ({ decline: 'language', says: [['angli[cč]']] }),
  },
  {
    key: 'ko',
    class: 'language-other',
    dev: '무엇이 고장났나요?',
    expect: () => ({ decline: 'language', says: [['영어']] }),
  },
  {
    key: 'ar',
    class: 'language-other',
    dev: 'ما الذي تعطل؟',
    expect: () => ({ decline: 'language', says: [['[إا]نجليزي', '[إا]نكليزي']] }),
  },
  {
    key: 'rollback',
    class: 'destructive',
    dev: 'renew the certificate please',
    expect: () => ({ decline: 'read_only' }),
  },
  { key: 'recipe', class: 'off-topic', dev: 'how do I cook rice', expect: () => ({ decline: 'off_topic' }) },
]
