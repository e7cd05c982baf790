import { State } from '../components/states.tsx'

export function SignedOut() {
  return (
    <main>
      <State title="You are signed out">
        <a class="button primary" href="/oauth/login?return_to=/console/">
          Sign in
        </a>
      </State>
    </main>
  )
}
