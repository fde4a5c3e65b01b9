import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  AccountStore,
  NewUser,
  SessionStart,
} from '../../server/people/accounts/account-store.ts'
import type { LoginThrottle } from '../../server/people/accounts/login-throttle.ts'
import type { Stores } from '../../server/stores.ts'
import { adapters, prepareAdapters } from './adapters.ts'
import { type Contract, expectContract, randomRuns } from './histories.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const timeOf = (minute: number) => new Date(start + minute * 60_000)
const names = ['Ada', 'bob', 'Érin']
/** The same names as they may be typed. */
const typed = ['aDA', 'BOB', 'éRIN']

const newUser = (who: number, hash: string): NewUser => ({
  username: names[who] ?? '',
  role: 'owner',
  passwordHash: hash,
  name: '',
  email: '',
  createdAt: timeOf(0).toISOString(),
  lastLoginAt: null,
  previousLoginAt: null,
  knowsFirstSteps: false,
})
const startOf = (id: string, minute: number): SessionStart => ({
  session: {
    id,
    secretHash: `hash of ${id}`,
    userAgent: 'a browser',
    createdAt: timeOf(minute).toISOString(),
    lastSeenAt: timeOf(minute).toISOString(),
    confirmedAt: null,
  },
  idleSince: timeOf(minute - 60),
  createdBefore: timeOf(minute - 100),
  inUse: [],
  mostOfUser: 3,
})

interface ModelUser {
  who: number
  hash: string
  profile: string
  logins: [number | null, number | null]
}
interface Model {
  users: ReadonlyArray<ModelUser>
  sessions: ReadonlyArray<{
    id: string
    who: number
    begun: number
    seen: number
    confirmed: number | null
  }>
  invitations: ReadonlyArray<{ code: string; by: number; until: number }>
}

const who = fc.nat(names.length - 1)
const minute = fc.nat(200)
const code = fc.constantFrom('c1', 'c2', 'c3')
const operation = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('register' as const),
      who,
      isSetup: fc.boolean(),
      code,
      minute,
      id: fc.uuid(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      who,
      hash: fc.constantFrom('h1', 'h2'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('password' as const), who, keepsLast: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('profile' as const),
      who,
      profile: fc.constantFrom('P', 'Q'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('start' as const), who, id: fc.uuid(), minute }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('seen' as const), who, minute }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('confirm' as const), who, minute }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('invite' as const), who, code, minute }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never

function begun(model: Model, who: number, id: string, minute: number): Model {
  const alive = model.sessions.filter(
    ({ begun, seen }) => begun > minute - 100 && seen > minute - 60,
  )
  const surplus = alive.filter((one) => one.who === who).slice(0, -2)
  const users = model.users.map(
    (user): ModelUser => (user.who === who ? { ...user, logins: [minute, user.logins[0]] } : user),
  )
  const sessions = alive.filter((one) => !surplus.includes(one))
  return {
    ...model,
    users,
    sessions: [...sessions, { id, who, begun: minute, seen: minute, confirmed: null }],
  }
}

const changed = (model: Model, who: number, change: Partial<ModelUser>): Model => ({
  ...model,
  users: model.users.map((user) => (user.who === who ? { ...user, ...change } : user)),
})

function after(model: Model, one: Operation): Model {
  const known = model.users.find((user) => user.who === one.who)
  if (one.kind === 'register' || (one.kind === 'put' && !known)) {
    const isFirst = model.users.length === 0
    const added: ModelUser = {
      who: one.who,
      hash: one.kind === 'put' ? one.hash : 'new',
      profile: '',
      logins: [null, null],
    }
    const users = [...model.users, added]
    if (one.kind === 'put') return { ...model, users }
    const invitation = model.invitations.find(
      ({ code, until }) => code === one.code && until > one.minute,
    )
    if (known || (isFirst ? !one.isSetup : !invitation)) return model
    const invitations = model.invitations.filter((other) => isFirst || other !== invitation)
    return begun({ ...model, users, invitations }, one.who, one.id, one.minute)
  }
  if (!known) return model
  const last = model.sessions.filter((session) => session.who === one.who).at(-1)
  const without = (keep: unknown) => ({
    sessions: model.sessions.filter((each) => each.who !== one.who || each === keep),
    invitations: model.invitations.filter(({ by }) => by !== one.who),
  })
  switch (one.kind) {
    case 'put':
      return { ...changed(model, one.who, { hash: one.hash }), ...without(null) }
    case 'password':
      return {
        ...changed(model, one.who, { hash: 'set' }),
        ...without(one.keepsLast ? last : null),
      }
    case 'profile':
      return changed(model, one.who, { profile: one.profile })
    case 'start':
      return begun(model, one.who, one.id, one.minute)
    case 'seen':
      return {
        ...model,
        sessions: model.sessions.map((each) =>
          each === last ? { ...each, seen: one.minute } : each,
        ),
      }
    case 'confirm':
      return {
        ...model,
        sessions: model.sessions.map((each) =>
          each === last ? { ...each, confirmed: one.minute } : each,
        ),
      }
    case 'end':
      return { ...model, sessions: model.sessions.filter((each) => each !== last) }
    case 'invite': {
      const invitations = model.invitations.filter(({ until }) => until > one.minute)
      if (invitations.some(({ code }) => code === one.code)) return { ...model, invitations }
      return {
        ...model,
        invitations: [...invitations, { code: one.code, by: one.who, until: one.minute + 30 }],
      }
    }
    case 'remove':
      if (model.users.length === 1) return model
      return {
        users: model.users.filter((user) => user !== known),
        ...without(null),
      }
  }
}

async function perform(store: AccountStore, one: Operation): Promise<void> {
  if (one.kind === 'register') {
    const admission = { isSetup: one.isSetup, codeHash: one.code, at: timeOf(one.minute) }
    await store.register(newUser(one.who, 'new'), admission, startOf(one.id, one.minute))
    return
  }
  if (one.kind === 'put') return void (await store.putUser(newUser(one.who, one.hash)))
  const user = await store.findUserByName(typed[one.who] ?? '')
  if (!user) return
  const last = (await store.listSessions(user.id)).at(-1)?.id ?? 'none'
  if (one.kind === 'password')
    await store.setPasswordHash(user.id, 'set', one.keepsLast ? last : null)
  else if (one.kind === 'profile') await store.setProfile(user.id, { name: one.profile, email: '' })
  else if (one.kind === 'remove') await store.removeUser(user.id)
  else if (one.kind === 'start') await store.startSession(user.id, startOf(one.id, one.minute))
  else if (one.kind === 'seen') await store.noteSeen(last, timeOf(one.minute))
  else if (one.kind === 'confirm') await store.noteConfirmed(last, timeOf(one.minute))
  else if (one.kind === 'end') await store.endSession(last)
  else {
    const createdAt = timeOf(one.minute).toISOString()
    const expiresAt = timeOf(one.minute + 30).toISOString()
    await store.invite({
      codeHash: one.code,
      invitedBy: user.id,
      role: 'owner',
      createdAt,
      expiresAt,
    })
  }
}

const minutes = (instant: string | null) => instant && (Date.parse(instant) - start) / 60_000

/** The open accounts of each store. */
const opened = new WeakMap<Stores, Promise<AccountStore>>()
function accountsOf(stores: Stores): Promise<AccountStore> {
  const open = opened.get(stores) ?? stores.openAccounts()
  opened.set(stores, open)
  return open
}

const contract: Contract<Model, Operation> = {
  operation,
  // Which session is the last is read before the password is changed; a session that begins in
  // between is in no order of the two.
  together: (...two) =>
    !two.some((one) => one.kind === 'password' && one.keepsLast) ||
    !two.some(({ kind }) => kind === 'start' || kind === 'register'),
  begin: { users: [], sessions: [], invitations: [] },
  after,
  perform: async (stores, one) => perform(await accountsOf(stores), one),
  async seen(stores) {
    const store = await accountsOf(stores)
    const users = await store.listUsers()
    expect(await store.countUsers()).toBe(users.length)
    for (const user of users) expect(await store.findUser(user.id)).toEqual(user)
    const sessions = await Promise.all(users.map(({ id }) => store.listSessions(id)))
    for (const session of sessions.flat())
      expect(await store.findSession(session.id)).toEqual({
        session,
        user: users.find(({ id }) => id === session.userId),
        needsSecondFactor: false,
      })
    const invited = await Promise.all(
      ['c1', 'c2', 'c3'].map((code) => store.isInvited(code, timeOf(-1))),
    )
    return {
      users: users.map(({ username, passwordHash, name, lastLoginAt, previousLoginAt }, at) => ({
        username,
        hash: passwordHash,
        profile: name,
        logins: [minutes(lastLoginAt), minutes(previousLoginAt)],
        sessions: (sessions[at] ?? []).map(({ id, createdAt, lastSeenAt, confirmedAt }) => [
          id,
          minutes(createdAt),
          minutes(lastSeenAt),
          minutes(confirmedAt),
        ]),
      })),
      invited,
    }
  },
  shown: ({ users, sessions, invitations }) => ({
    users: users.map(({ who, hash, profile, logins }) => ({
      username: names[who],
      hash,
      profile,
      logins,
      sessions: sessions
        .filter((one) => one.who === who)
        .map(({ id, begun, seen, confirmed }) => [id, begun, seen, confirmed]),
    })),
    invited: ['c1', 'c2', 'c3'].map((code) => invitations.some((one) => one.code === code)),
  }),
}

prepareAdapters()

describe.each(adapters)('the accounts in %s', (adapter) => {
  test('have the state after every acknowledged change, with concurrent changes and at any end of the process', () =>
    expectContract(adapter.place, contract))

  test('a setup code creates one user and an invitation one more, even with many concurrent requests', async () => {
    await using place = await adapter.place()
    const store = await accountsOf(place.stores)
    expect([await store.hadUsers(), await store.countUsers()]).toEqual([false, 0])
    const register = (at: number, code: string, minute = 0) =>
      store.register(
        { ...newUser(0, 'h'), username: `user${at}` },
        { isSetup: true, codeHash: code, at: timeOf(minute) },
        startOf(`session ${at}`, 0),
      )
    const first = (await Promise.all([1, 2, 3, 4].map((at) => register(at, 'none')))).filter(
      (user) => user !== null,
    )
    expect(first).toHaveLength(1)
    const by = first[0]?.id ?? 0
    await store.invite({
      codeHash: 'c',
      role: 'owner',
      invitedBy: by,
      createdAt: timeOf(0).toISOString(),
      expiresAt: timeOf(5).toISOString(),
    })
    expect(await register(9, 'c', 5)).toBe(null)
    const second = (await Promise.all([5, 6, 7, 8].map((at) => register(at, 'c')))).filter(
      (user) => user !== null,
    )
    expect([
      second.length,
      await store.countUsers(),
      await store.isInvited('c', timeOf(0)),
    ]).toEqual([1, 2, false])
    expect(await store.findUserByName(`USER${second[0]?.username.slice(-1)}`)).toEqual(second[0])
    expect(second[0]).toMatchObject({ lastLoginAt: timeOf(0).toISOString(), previousLoginAt: null })
    const removed = await Promise.all([by, second[0]?.id ?? 0].map((id) => store.removeUser(id)))
    expect(removed.sort()).toEqual(['last', 'removed'])
    await place.crash()
    const again = await accountsOf(place.stores)
    expect([await again.hadUsers(), await again.countUsers()]).toEqual([true, 1])
  })

  test('a session ends for its own user only, and one in use outlives its stored time', async () => {
    await using place = await adapter.place()
    const store = await accountsOf(place.stores)
    for (const at of [0, 1]) await store.putUser(newUser(at, 'h'))
    const [ada, bob] = await store.listUsers()
    await store.startSession(ada?.id ?? 0, startOf('a', 0))
    await store.startSession(bob?.id ?? 0, { ...startOf('b', 90), inUse: ['a'] })
    await store.noteConfirmed('a', timeOf(3))
    expect(await store.findSession('a')).toMatchObject({
      session: { confirmedAt: timeOf(3).toISOString() },
      user: { username: 'Ada' },
    })
    expect([
      await store.endSession('a', bob?.id),
      await store.endSession('a', ada?.id),
      await store.endSession('a'),
    ]).toEqual([false, true, false])
    await store.startSession(1_000, startOf('nobody', 90))
    expect([await store.findSession('nobody'), await store.findSession('\0')]).toEqual([null, null])
    const [createdAt, expiresAt] = [timeOf(0).toISOString(), timeOf(5).toISOString()]
    await store.invite({ codeHash: 'c', invitedBy: 1_000, role: 'owner', createdAt, expiresAt })
    expect(await store.isInvited('c', timeOf(0))).toBe(false)
    await store.putUser({ ...newUser(2, 'h'), username: 'x\0y' })
    expect(await store.setProfile(ada?.id ?? 0, { name: 'A\0', email: '' })).toMatchObject({
      username: 'Ada',
    })
    expect(await store.setProfile(1_000, { name: 'A', email: '' })).toBe(null)
  })

  test('password attempts count per account and network, until one succeeds', async () => {
    const pair = fc.nat(2)
    const operation = fc.record({
      of: pair,
      kind: fc.constantFrom('begin', 'begin', 'begin', 'withdraw', 'succeed'),
    })
    const pairs = [
      ['ada', '10.0.0.0'] as const,
      ['ada', '10.0.1.0'] as const,
      ['Bob', '10.0.0.0'] as const,
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (steps) => {
        await using place = await adapter.place()
        const { throttle } = place.stores
        const counts = [0, 0, 0]
        for (const { of, kind } of steps) {
          const [account, network] = pairs[of] ?? ['', '']
          const count = counts[of] ?? 0
          if (kind === 'begin') {
            expect((await throttle.begin(account, network)) === 0).toBe(count < 5)
            counts[of] = Math.min(5, count + 1)
          } else if (kind === 'withdraw') {
            await throttle.withdraw(account.toUpperCase(), network)
            counts[of] = Math.max(0, count - 1)
          } else {
            await throttle.succeed(account, network)
            counts[of] = 0
          }
        }
      }),
      randomRuns,
    )
  })

  test('five password attempts are counted, even with many concurrent ones', async () => {
    await using place = await adapter.place()
    const throttle: LoginThrottle = place.stores.throttle
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => throttle.begin('Ada', '10.0.0.0')),
    )
    expect(tries.filter((wait) => wait === 0)).toHaveLength(5)
    for (const wait of tries.filter((wait) => wait !== 0))
      expect([wait > 890, wait <= 900]).toEqual([true, true])
    expect(await throttle.begin('ADA', '10.0.0.0')).toBeGreaterThan(890)
    expect([
      await throttle.begin('ada', '10.0.1.0'),
      await throttle.begin('bob\0', '10.0.0.0'),
    ]).toEqual([0, 0])
    await throttle.withdraw('ada', '10.0.0.0')
    expect([
      await throttle.begin('ada', '10.0.0.0'),
      await throttle.begin('ada', '10.0.0.0'),
    ]).toEqual([0, expect.any(Number)])
    await throttle.succeed('ada', '10.0.0.0')
    expect(await throttle.begin('ada', '10.0.0.0')).toBe(0)
  })
})
