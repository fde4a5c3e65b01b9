import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { BrowserAnswer } from '#domain/account.ts'

// Loaded when somebody uses a passkey: most screens never need it.
const library = () => import('@simplewebauthn/browser')

/** The person has closed the browser's dialog, or let it wait too long. */
export class PasskeyDismissed extends Error {
  override name = 'PasskeyDismissed'
}

/**
 * Lets the browser make a passkey. Rejects with PasskeyDismissed when the person does not want to.
 */
export async function makePasskey(
  options: Readonly<Record<string, unknown>>,
): Promise<BrowserAnswer> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return (await startRegistration({ optionsJSON }).catch(dismissed)) as unknown as BrowserAnswer
}

/**
 * Lets the browser sign in with a passkey. Rejects with PasskeyDismissed when the person does not
 * want to.
 */
export async function answerWithPasskey(
  options: Readonly<Record<string, unknown>>,
): Promise<BrowserAnswer> {
  const { startAuthentication } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return (await startAuthentication({ optionsJSON }).catch(dismissed)) as unknown as BrowserAnswer
}

function dismissed(error: unknown): never {
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
    throw new PasskeyDismissed('No passkey was used.', { cause: error })
  throw error
}
