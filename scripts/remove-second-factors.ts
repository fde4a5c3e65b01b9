import { removeFactorsByName } from '../server/people/accounts/user-names.ts'
import { runAccountCommand, usernameArgument } from './change-accounts.ts'

// `npm run user:password-only -- NAME`: removes authenticator app and recovery codes of somebody
// who is locked out, and ends their sessions.
await runAccountCommand(async () => {
  const username = usernameArgument('user:password-only')
  const done = `${username} signs in with the password alone now.`
  return {
    request: { username, removeSecondFactors: true },
    done,
    async make(store) {
      await removeFactorsByName(store, username)
      return done
    },
  }
})
