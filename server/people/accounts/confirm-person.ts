import { HttpError } from '../../http/http-error.ts'
import type { Accounts } from './accounts.ts'
import type { UserRecord } from './accounts-data.ts'
import type { LoginLimit } from './login-limit.ts'
import type { CodeCheck } from './totps.ts'

/** Checks the second step of a sign-in. */
export type CheckCode = (user: Pick<UserRecord, 'id' | 'username'>, code: string) => Promise<CodeCheck>

/** `code-missing`: the password was right, and a code is needed too. */
export type PersonCheck = { kind: 'right'; user: UserRecord } | { kind: 'wrong' | 'code-missing' | 'code-wrong' }

/**
 * Checks password and code of a person: at the sign-in, and when they confirm that it is them. Throws HttpError 429 after too many attempts, whatever the place.
 */
export function createPersonCheck(accounts: Accounts, checkCode: CheckCode, limit: LoginLimit) {
  return async function check(
    { username, password, code = '' }: { username: string; password: string; code?: string | undefined },
    address: string | undefined,
  ): Promise<PersonCheck> {
    let isCodeWrong = false
    const attempt = async (network: string) => {
      const user = await accounts.users.authenticate(username, password, network)
      const outcome = user && (await checkCode(user, code))
      // Thrown, so that it counts neither as a failure nor as a success, which would forget earlier wrong codes.
      if (outcome === 'missing') throw new CodeMissing()
      isCodeWrong = outcome === 'wrong'
      return isCodeWrong ? null : user
    }
    try {
      const user = await limit(username, address, attempt)
      if (user) return { kind: 'right', user }
      return { kind: isCodeWrong ? 'code-wrong' : 'wrong' }
    } catch (error) {
      if (error instanceof CodeMissing) return { kind: 'code-missing' }
      throw error
    }
  }
}

export type CheckPerson = ReturnType<typeof createPersonCheck>

class CodeMissing extends Error {}

const codeMessages = {
  'code-missing': 'Enter the code of your authenticator app.',
  'code-wrong': 'This code is wrong, or was used already.',
} as const

/** The refusal of a code: 401 at a sign-in, 422 within a session, where 401 would say that it has ended. */
export function codeRefusal(kind: keyof typeof codeMessages, status: 401 | 422): HttpError {
  const message = codeMessages[kind]
  return new HttpError(status, message, {
    kind: 'code',
    ...(status === 422 && { issues: [{ path: 'code', message }] }),
  })
}
