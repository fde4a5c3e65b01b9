import { type TestPostgres, testPostgres } from './postgres.ts'

let postgres: TestPostgres | null = null

/** Starts the PostgreSQL of all sites of a run with `TEST_CLUSTER`. */
export async function setup(): Promise<void> {
  postgres = await testPostgres()
  process.env.TEST_CLUSTER_DATABASE_URL = await postgres.newDatabase()
}

export async function teardown(): Promise<void> {
  await postgres?.[Symbol.asyncDispose]()
}
