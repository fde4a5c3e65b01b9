import type { Pool, PoolClient, PoolConfig } from 'pg'
import type { z } from 'zod'
import { messageOf } from '../errors.ts'
import {
  type Database,
  DatabaseUnavailable,
  type Queries,
  type SqlValue,
  TurnTaken,
} from './database.ts'
import { HostUnknown } from './known-host.ts'
import { openListening } from './listening.ts'
import { DatabaseRefused, migrate } from './migrate.ts'

/**
 * Time limits of a connection and a statement, in milliseconds. They are short, because a request
 * may run several statements.
 */
const connectMs = 2_000
const queryMs = 1_500
/** How long PostgreSQL waits for the next statement of a transaction, in milliseconds. */
const idleMs = 10_000
/**
 * Time limit of a statement that reads or writes everything, for backups and migrations; in
 * milliseconds.
 */
const snapshotQueryMs = 10 * 60_000
const connections = 10
/** The most attempts of a transaction that conflicts with others. */
const mostAttempts = 5

/**
 * Connects to a PostgreSQL database and migrates its tables with the SQL files of the folder
 * `migrations`. `failed` gets the errors of idle connections. Throws DatabaseRefused when the
 * database can't be used.
 */
export async function openDatabase(options: {
  url: string
  /** Null leaves the tables as they are. */
  migrations: URL | null
  failed: (error: unknown) => void
}): Promise<Database> {
  // Imported here, so that a site without a database does not load it.
  const { default: pg } = await import('pg')
  const config: PoolConfig = {
    connectionString: options.url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    keepAlive: true,
    application_name: 'session-notes',
    types: {
      // 64-bit integers become numbers: ids and counts stay far below 2^53.
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format),
    } as PoolConfig['types'],
  }
  const pool = new pg.Pool(config)
  pool.on('error', options.failed)
  // The pool handles errors of idle connections only. A connection that breaks in use also rejects
  // its statement.
  pool.on('connect', (client) => client.on('error', () => undefined))

  async function inTransaction<Result>(
    kind: string,
    timeoutMs: number,
    work: (queries: Queries) => Promise<Result>,
  ) {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await withConnection(pool, async (client) => {
          const queries = queriesWithin(client, timeoutMs)
          // Not as parameters of the connection, which some poolers reject. The limits release the
          // locks of a process that is gone.
          await queries.run(
            `begin ${kind}; set local statement_timeout = ${timeoutMs}; set local idle_in_transaction_session_timeout = ${idleMs}`,
          )
          const result = await work(queries)
          await queries.run('commit')
          return result
        })
      } catch (error) {
        if (!isConflict(error) || attempt === mostAttempts) throw error
      }
  }

  function inTurn<Result>(
    name: number,
    patience: number,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result> {
    return withConnection(pool, async (client) => {
      const queries = queriesWithin(client, queryMs)
      await queries.run(
        `begin; set local statement_timeout = ${Math.ceil(patience)}; set local idle_in_transaction_session_timeout = ${idleMs}`,
      )
      await queriesWithin(client, patience + queryMs)
        .run(`select pg_advisory_xact_lock(${name})`)
        .catch((error: unknown) => {
          // `query_canceled`, by the limit of the statement.
          throw error instanceof DatabaseUnavailable && codeOf(error.cause) === '57014'
            ? new TurnTaken(error)
            : error
        })
      await queries.run(`set local statement_timeout = ${queryMs}`)
      const result = await work(queries)
      await queries.run('commit')
      return result
    })
  }

  const queries = queriesOf((text, values) => pool.query(text, values))
  try {
    if (options.migrations !== null)
      await migrate(queries, (work) => inTransaction('', snapshotQueryMs, work), options.migrations)
  } catch (error) {
    await pool.end()
    throw asRefused(error)
  }
  return {
    ...queries,
    transaction: (work) => inTransaction('', queryMs, work),
    snapshot: (work) =>
      inTransaction('isolation level repeatable read read only', snapshotQueryMs, work),
    turn: inTurn,
    load: (work) => inTransaction('', snapshotQueryMs, work),
    listen: (channel, notified) =>
      openListening({ ...config, application_name: 'session-notes bus' }, channel, notified).catch(
        (error: unknown) => {
          throw asUnavailable(error)
        },
      ),
    close: () => pool.end(),
  }
}

/**
 * Runs `work` on its own connection, which is closed after an error: PostgreSQL then rolls back.
 */
async function withConnection<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asUnavailable(error)
  })
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

type Ask = (
  text: string,
  values: Array<SqlValue>,
) => Promise<{ rows: Array<unknown>; rowCount: number | null }>

/** The queries of a connection that each have so much time. */
function queriesWithin(client: PoolClient, timeoutMs: number): Queries {
  return queriesOf((text, values) =>
    client.query({ text, values, query_timeout: timeoutMs } as never),
  )
}

function queriesOf(ask: Ask): Queries {
  const asked = async (sql: string, values: ReadonlyArray<SqlValue> = []) => {
    try {
      return await ask(sql, [...values])
    } catch (error) {
      throw asUnavailable(error)
    }
  }
  const rows: Queries['rows'] = async (row, sql, values) =>
    (await asked(sql, values)).rows.map((one) => parsed(row, one))
  return {
    rows,
    first: async (row, sql, values) => (await rows(row, sql, values))[0] ?? null,
    run: async (sql, values) => (await asked(sql, values)).rowCount ?? 0,
  }
}

/**
 * Parses a row. A row that does not match is an error of the server, so it throws a plain Error.
 */
function parsed<Row extends z.ZodType>(schema: Row, value: unknown): z.output<Row> {
  const { data, error } = schema.safeParse(value)
  if (error)
    throw new Error(
      'A row of the database does not have the form that this version of the program expects.',
      {
        cause: error,
      },
    )
  return data as z.output<Row>
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/**
 * Whether a transaction was rolled back because of another one (`serialization_failure`,
 * `deadlock_detected`).
 */
const isConflict = (error: unknown) => /^40(001|P01)$/.test(codeOf(error))

/**
 * Converts the error of a database that does not answer to DatabaseUnavailable; returns errors of
 * statements as they are.
 */
function asUnavailable(error: unknown): unknown {
  const code = codeOf(error)
  const isOfStatement = /^(0[A-Z]|2[1-7]|4[0-9]|P0)/.test(code) && !code.startsWith('25006')
  return isOfStatement || error instanceof TypeError ? error : new DatabaseUnavailable(error)
}

/** What the operator reads for the codes of errors at a start; a code may be a class. */
const reasons: ReadonlyArray<readonly [RegExp, string]> = [
  [/^28/, 'DATABASE_URL names a user or a password that the database server does not accept.'],
  [/^3D000$/, 'DATABASE_URL names a database that the server does not have.'],
  [/^EAI_AGAIN$/, 'DATABASE_URL names a host whose address no name server answers for.'],
  [
    // Since PostgreSQL 15, only the owner of a database may create tables in it.
    /^42501$/,
    'DATABASE_URL names a user who may not create tables; make it the owner of the database: alter database NAME owner to USER.',
  ],
  [
    /^3F000$/,
    'DATABASE_URL leads to a database without a schema for tables; create it there: create schema public authorization USER.',
  ],
  [
    /^57P03$/,
    'DATABASE_URL leads to a database server that is starting or stopping; start again when it accepts connections.',
  ],
  [
    /^53300$/,
    'DATABASE_URL leads to a database server that has no connection left; raise its max_connections, or end other programs.',
  ],
  [
    /^42P07$/,
    'DATABASE_URL leads to a database in which another program has tables of these names; make one for the site alone: create database NAME owner USER.',
  ],
  [/^25006$/, 'DATABASE_URL leads to a database that can only be read; name the primary server.'],
]

/**
 * Converts the error of a database that can't be used at a start to one sentence; returns errors of
 * the program as they are.
 */
export function asRefused(error: unknown): unknown {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const code = codeOf(cause)
  if (code === 'ENOTFOUND') return new HostUnknown()
  const known = reasons.find(([pattern]) => pattern.test(code))
  if (known)
    return new DatabaseRefused(known[1], { isAway: /^(57P03|53300|EAI_AGAIN)$/.test(code) })
  if (!(error instanceof DatabaseUnavailable) && !isOfConnection(cause)) return error
  return new DatabaseRefused(
    `DATABASE_URL leads to no database server that answers: ${code || messageOf(cause)}.`,
    {
      isAway: true,
    },
  )
}

/**
 * Whether a connection could not be made or broke: an error of the network, of its library, or of a
 * server that stops.
 */
function isOfConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    (/^(E[A-Z]+|08...|57P..)$/.test(codeOf(error)) ||
      /^Connection terminated|timeout/.test(error.message))
  )
}
