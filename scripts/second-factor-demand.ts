import { EnvError } from '../server/env/env-error.ts'
import { runAccountCommand } from './change-accounts.ts'

const ways = {
  demanded: 'Every administrator needs a second factor now.',
  optional: 'A second factor is everybody’s own choice now.',
} as const

// `npm run user:second-factor -- demanded|optional`: the switch of `/admin/users`, for who is
// locked out by it.
await runAccountCommand(async () => {
  const [, , way = ''] = process.argv
  if (!(way in ways))
    throw new EnvError('Usage: npm run user:second-factor -- demanded, or optional.')
  const done = ways[way as keyof typeof ways]
  const demandSecondFactor = way === 'demanded'
  return {
    request: { demandSecondFactor },
    done,
    async make(store) {
      await store.demandSecondFactor(demandSecondFactor)
      return done
    },
  }
})
