/** The approval page of device login, and the page to which an invitation's link leads. */
import { html } from 'hono/html'
import { callerOfUser } from '../auth/oidc-caller.ts'
import { DomainError } from '../contracts/domain-error.ts'
import { findUser } from '../db/users.ts'
import type { DomainContext } from '../domain/context.ts'
import { acceptInvitation } from '../domain/invitations/invitations.ts'
import { decideDeviceAuthorization, findByUserCode, type Reach, reachOf } from '../domain/oauth/device-authorization.ts'
import { formOf } from './form.ts'
import { page } from './page.ts'
import { signed, signedInUser, verified } from './session.ts'

const FORM_VALID_MS = 600_000

const toSignIn = (returnTo: string) =>
  new Response(null, { status: 303, headers: { location: `/oauth/login?return_to=${encodeURIComponent(returnTo)}` } })

/**
 * Shows the page that approves a device: the form for its code, or the request behind the code. A person who is not
 * signed in is first sent to sign in.
 */
export async function devicePage(request: Request, ctx: DomainContext): Promise<Response> {
  const typed = new URL(request.url).searchParams.get('user_code') ?? ''
  const userId = await signedInUser(ctx.settings.MASTER_KEYS, request, ctx.now())
  if (userId === null)
    return toSignIn(typed === '' ? '/oauth/device' : `/oauth/device?user_code=${encodeURIComponent(typed)}`)
  if (typed === '') return codeForm('')
  const row = await findByUserCode(ctx, typed)
  if (!row)
    return codeForm(
      'This code is unknown, has already been used or has expired. Start the sign-in on the device again.',
    )
  const formToken = await signed(
    ctx.settings.MASTER_KEYS,
    'device',
    `${userId} ${row.userCode}`,
    ctx.now(),
    FORM_VALID_MS,
  )
  return page(
    'Allow access?',
    html`<p><code>${row.clientId}</code> asks to act for you ${describe(await reachOf({ ctx, scope: { userId }, input: row }))}.</p>
<p>Only continue if the device shows the code <code>${row.userCode}</code>.</p>
<form method="post" action="/oauth/device"><input type="hidden" name="token" value="${formToken}">
<button class="primary" name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>`,
  )
}

function codeForm(problem: string): Promise<Response> {
  return page(
    'Connect a device',
    html`${problem === '' ? '' : html`<p role="alert">${problem}</p>`}<form method="get" action="/oauth/device">
<p><label>Code shown on the device<br><input name="user_code" autocomplete="off" autofocus required></label></p>
<button class="primary">Continue</button></form>`,
    problem === '' ? 200 : 404,
  )
}

function describe(reach: Reach | null): string {
  // Names are shown only to people who may see them.
  if (reach === null) return 'in an organization or project that you do not belong to'
  const { organizationName, projectName } = reach
  if (organizationName === null) return 'in all your organizations'
  return projectName === null
    ? `in the organization ${organizationName}`
    : `in the project ${projectName} of ${organizationName}`
}

/** Takes the decision of the approval page. Only a form that was shown to the person who is signed in counts. */
export async function decideDevice(request: Request, ctx: DomainContext): Promise<Response> {
  const userId = await signedInUser(ctx.settings.MASTER_KEYS, request, ctx.now())
  const form = await formOf(request)
  const [formUser, userCode = ''] = (
    (await verified(ctx.settings.MASTER_KEYS, 'device', form.get('token') ?? '', ctx.now())) ?? ''
  ).split(' ')
  const row = userId !== null && formUser === userId ? await findByUserCode(ctx, userCode) : null
  if (!row || userId === null) return codeForm('The form has expired. Enter the code again.')
  const isApproved = form.get('decision') === 'allow'
  const result = await decideDeviceAuthorization({ ctx, scope: { userId }, input: { row, isApproved } })
  if (result === 'no_access')
    return page(
      'No access',
      html`<p>The device requests access to an organization or project that you do not belong to.</p>`,
      403,
    )
  if (result === 'not_pending')
    return codeForm('This code has already been used or has expired. Start the sign-in on the device again.')
  return page(isApproved ? 'Allowed' : 'Denied', html`<p>You can close this page and return to the device.</p>`)
}

/** Shows the page that accepts an invitation, to a person who is signed in. */
export async function invitationPage(request: Request, ctx: DomainContext): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const userId = await signedInUser(ctx.settings.MASTER_KEYS, request, ctx.now())
  if (userId === null) return toSignIn(`/oauth/invitation?token=${encodeURIComponent(token)}`)
  const formToken = await signed(ctx.settings.MASTER_KEYS, 'invitation', `${userId} ${token}`, ctx.now(), FORM_VALID_MS)
  return page(
    'Join the organization?',
    html`<form method="post" action="/oauth/invitation"><input type="hidden" name="token" value="${formToken}">
<button class="primary">Join</button></form>`,
  )
}

/** Makes the signed-in person a member through an invitation, or says why that is not possible. */
export async function joinByInvitation(request: Request, ctx: DomainContext): Promise<Response> {
  const form = await formOf(request)
  const userId = await signedInUser(ctx.settings.MASTER_KEYS, request, ctx.now())
  const [formUser, token = ''] = (
    (await verified(ctx.settings.MASTER_KEYS, 'invitation', form.get('token') ?? '', ctx.now())) ?? ''
  ).split(' ')
  const user = userId !== null && userId === formUser ? await findUser(ctx.db, userId) : null
  if (!user) return page('Sign in again', html`<p>The form has expired. Open the invitation link again.</p>`, 400)
  try {
    const organization = await acceptInvitation({ ctx, scope: await callerOfUser(ctx.db, user), input: { token } })
    return page('Welcome', html`<p>You now belong to ${organization.name}.</p>`)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return page(
      'Not possible',
      html`<p>This invitation is for another address, or it has been used, revoked or has expired. Ask an admin of the organization for a new one.</p>`,
      404,
    )
  }
}
