import { HttpError } from '../../http/http-error.ts'
import type { Accounts } from './accounts.ts'
import type { UserRecord } from './accounts-data.ts'
import type { LoginLimit } from './login-limit.ts'
import type { CodeCheck } from './totps.ts'

/** Checks the second step of a sign-in. */
export type CheckCode = (
  user: Pick<UserRecord, 'id' | 'username'>,
  code: string,
) => Promise<CodeCheck>

/** `code-missing`, `passkey-missing`: the password was right, and is not enough. */
export type PersonCheck =
  | { kind: 'right'; user: UserRecord }
  | { kind: 'refused' | 'code-missing' | 'passkey-missing' | 'code-wrong' }

/**
 * Checks password and code of a person: at the sign-in, and when they confirm that it is them.
 * `demandsPasskey` says whether the password of somebody without an app is not enough. Throws
 * HttpError 429 after too many attempts, whatever the place.
 */
export function createPersonCheck(
  accounts: Accounts,
  checkCode: CheckCode,
  demandsPasskey: (userId: number) => Promise<boolean>,
  limit: LoginLimit,
) {
  return async function check(
    {
      username,
      password,
      code = '',
    }: { username: string; password: string; code?: string | undefined },
    address: string | undefined,
  ): Promise<PersonCheck> {
    let isCodeWrong = false
    const attempt = async (network: string) => {
      const user = await accounts.users.authenticate(username, password, network)
      const outcome = user && (await checkCode(user, code))
      // Thrown, so that it counts neither as a failure nor as a success, which would forget earlier
      // wrong codes.
      if (outcome === 'missing') throw new FactorMissing('code-missing')
      if (user && outcome === 'none' && (await demandsPasskey(user.id)))
        throw new FactorMissing('passkey-missing')
      isCodeWrong = outcome === 'wrong'
      return isCodeWrong ? null : user
    }
    try {
      const user = await limit(username, address, attempt)
      if (user) return { kind: 'right', user }
      return { kind: isCodeWrong ? 'code-wrong' : 'refused' }
    } catch (error) {
      if (error instanceof FactorMissing) return { kind: error.kind }
      throw error
    }
  }
}

export type CheckPerson = ReturnType<typeof createPersonCheck>

class FactorMissing extends Error {
  readonly kind: 'code-missing' | 'passkey-missing'
  constructor(kind: 'code-missing' | 'passkey-missing') {
    super(kind)
    this.kind = kind
  }
}

const refusals = {
  'code-missing': { kind: 'code', message: 'Enter the code of your authenticator app.' },
  'code-wrong': { kind: 'code', message: 'This code is wrong, or was used already.' },
  'passkey-missing': {
    kind: 'passkey',
    message: 'This site demands a second factor: please use your passkey.',
  },
} as const

/**
 * The refusal of a second factor: 401 at a sign-in, 422 within a session, where 401 would say that
 * it has ended.
 */
export function factorRefusal(outcome: keyof typeof refusals, status: 401 | 422): HttpError {
  const { kind, message } = refusals[outcome]
  return new HttpError(status, message, {
    kind,
    ...(status === 422 && kind === 'code' && { issues: [{ path: 'code', message }] }),
  })
}
