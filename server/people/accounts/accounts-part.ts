import type { SessionView } from './sessions.ts'

/** The accounts as the routes use them. */
export interface Accounts {
  users: {
    byName(username: string): User | null
    list(): Array<UserView>
    authenticate(username: string, password: string, network: string): Promise<User | null>
    setPassword(id: number, password: string, keepSession: string | null): Promise<void>
    setProfile(id: number, profile: { name: string; email: string }): Promise<User | null>
    remove(id: number): Promise<'removed' | 'last' | 'missing'>
  }
  sessions: {
    start(userId: number, userAgent: string): Promise<{ id: string; secret: string }>
    check(ticket: { id: string; secret: string }): Promise<User | null>
    list(userId: number, currentId: string): Array<SessionView>
    end(id: string): Promise<unknown>
    endOf(userId: number, id: string): Promise<boolean>
  }
  throttle: {
    begin(account: string, network: string): number
    takeBack(account: string, network: string): void
    succeed(account: string, network: string): void
  }
  passwordFault(password: string, username: string): string | null
  admits(code: string): boolean
  invite(invitedBy: number): Promise<{ code: string; expiresAt: string }>
  /** Makes a user who is signed in; null when the code is not valid or the name is taken. */
  register(
    username: string,
    password: string,
    code: string,
    userAgent: string,
  ): Promise<{ user: User; ticket: { id: string; secret: string } } | null>
}

interface User {
  id: number
  username: string
  name: string
  email: string
}

interface UserView extends User {
  createdAt: string
  lastLoginAt: string | null
}
