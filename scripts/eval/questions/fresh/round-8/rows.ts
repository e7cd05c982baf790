import * as t from '../truths.ts'

export { each, meanOfHistogram } from '../measures.ts'

export const gateway = t.of('web-gateway')
export const courseApi = t.of('course-api')
export const quiz = t.of('quiz-service')
export const grader = t.of('grade-worker')
export const login = t.of('login-service')
export const certificates = t.of('certificate-service')
export const mails = t.of('mail-sender')

export const submissions = t.all(gateway, t.named('POST /api/quizzes/{quizId}/submissions'))
export const lessons = t.all(gateway, t.named('GET /api/courses/{courseId}/lessons/{lessonId}'))
export const quizPages = t.all(gateway, t.named('GET /api/quizzes/{quizId}'))
export const logins = t.all(gateway, t.named('POST /api/login'))
export const certificatePosts = t.all(gateway, t.named('POST /api/certificates'))
export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const school = (...names: string[]) => t.has('org.id', ...names)
export const client = (...names: string[]) => t.has('user_agent.name', ...names)
export const kind = (...names: string[]) => t.has('quiz.kind', ...names)
export const SCHOOLS = ['northfield', 'lakeside', 'hartmann', 'olivet']
export const CLIENTS = ['chrome', 'safari', 'firefox', 'learn-android']
export const KINDS = ['multiple_choice', 'essay', 'code']
export const ROUTES = [
  '/api/courses',
  '/api/courses/{courseId}/lessons/{lessonId}',
  '/api/quizzes/{quizId}',
  '/api/quizzes/{quizId}/submissions',
  '/api/login',
  '/api/certificates',
]

export const refusedPassword = t.says(/password authentication failed for user "quiz_app"/)
export const notSaved = t.says(/^Could not save submission/)
export const notLoaded = t.says(/^Could not load quiz/)
export const graded = t.says(/^graded SUB-/)
export const issued = t.says(/^CERT-\d+ issued/)
export const bounced = t.says(/^smtp 550/)
export const wrongPassword = t.says(/^login refused/)

/** "Right now" is the last minutes; how many is open. */
export const now: t.When = (asked) => [5, 10, 15].flatMap((minutes) => t.last(minutes)(asked))
