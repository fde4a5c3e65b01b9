import { z } from 'zod'
import {
  type AddressedCall,
  answerHeaders,
  callGroups,
  errorAnswer,
  errorMeanings,
  errorsOf,
  requestHeaders,
  scopeOf,
} from '#contract/call.ts'
import { callList } from '#contract/calls.ts'
import type { ContentType } from '#domain/content.ts'
import { itemTypes, withArticle } from '#domain/item/types.ts'
import type { Role } from '#domain/roles.ts'
import { schemaNames } from './schema-names.ts'

const json = 'application/json'

export type JsonSchema = z.core.JSONSchema.BaseSchema

export interface Operation {
  tags: Array<string>
  operationId: string
  summary: string
  description?: string
  security?: Array<Record<string, Array<string>>>
  /** The least role of who may call it. */
  'x-role'?: Role
  parameters?: Array<{
    name: string
    in: string
    required: boolean
    description?: string
    schema: JsonSchema
  }>
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer | { $ref: string }>
  /**
   * Calls that exist once per type share a pattern, so that a reader of the reference can group
   * them.
   */
  'x-pattern': { call: string; summary: string }
}

type Content = Record<string, { schema: JsonSchema }>
export interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Content
}

export interface OpenApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: Array<{ url: string }>
  tags: Array<{ name: string }>
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    securitySchemes: Record<string, object>
  }
}

/**
 * Describes all calls as an OpenAPI 3.1 document, from the schemas that the server validates with.
 * `siteUrl` is the origin of the site, `site` its name.
 */
export function openApiDocument(siteUrl: string, site = 'Session Notes'): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = {}
  const paths: OpenApiDocument['paths'] = {}
  const convert = (schema: z.ZodType, io: 'input' | 'output') => toJsonSchema(schema, io, schemas)
  const error = convert(errorAnswer, 'output')
  for (const call of callList) {
    const path = paths[call.path] ?? {}
    paths[call.path] = path
    path[call.method.toLowerCase()] = operationOf(call, convert)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${site} API`,
      version: '1',
      description: 'The calls with which the admin and other clients read and change the site.',
    },
    servers: [{ url: siteUrl }],
    tags: Object.values(callGroups).map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).sort(([left], [right]) => (left < right ? -1 : 1)),
      ),
      responses: Object.fromEntries(
        Object.entries(errorMeanings).map(([status, description]) => [
          status,
          { description, content: { [json]: { schema: error } } },
        ]),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: siteUrl.startsWith('https:') ? '__Host-session' : 'session-notes',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token that an administrator makes under Account. With the scope `write` it also makes the calls that ask for `read`.',
        },
      },
    },
  }
}

type Convert = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema

function operationOf(call: AddressedCall, convert: Convert): Operation {
  const parameters = parametersOf(call, convert)
  return {
    tags: [callGroups[call.group]],
    operationId: operationId(call),
    summary: inWords(call.summary, wordsOf(call.type)),
    ...(call.note && { description: call.note }),
    ...(call.who !== 'everybody' && { 'x-role': call.who }),
    ...securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...((call.form || call.body) && {
      requestBody: {
        required: !call.bodyIsOptional,
        content: {
          ...(call.form && {
            'multipart/form-data': {
              schema: convert(call.form.extend({ file: z.file() }), 'input'),
            },
          }),
          ...(call.body && { [json]: { schema: convert(call.body, 'input') } }),
        },
      },
    }),
    responses: responsesOf(call, convert),
    'x-pattern': {
      call: `${call.method} ${call.type ? call.path.replace(call.type, '{type}') : call.path}`,
      summary: inWords(call.summary, ['an item', 'items']),
    },
  }
}

/** Who may make a call: visitors, sessions, and tokens with a scope. */
function securityOf(call: AddressedCall): Pick<Operation, 'security'> {
  if (call.who === 'everybody' && !call.adminAnswer) return {}
  const scope = scopeOf(call.method, call)
  return {
    security: [
      ...(call.adminAnswer ? [{}] : []),
      { session: [] },
      ...(scope === null ? [] : [{ token: [scope] }]),
    ],
  }
}

function parametersOf(
  { params = {}, query, headers = [] }: AddressedCall,
  convert: Convert,
): NonNullable<Operation['parameters']> {
  const inPath = Object.entries(params).map(([name, { type }]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type },
  }))
  const inQuery = Object.entries(query ? (convert(query, 'input').properties ?? {}) : {}).map(
    ([name, schema]) => {
      const { description, ...rest } = schema as JsonSchema
      return {
        name,
        in: 'query',
        required: false,
        ...(description && { description }),
        schema: rest,
      }
    },
  )
  const inHeader = headers.map((name) => ({
    name,
    in: 'header',
    required: false,
    description: requestHeaders[name],
    schema: { type: 'string' as const },
  }))
  return [...inPath, ...inQuery, ...inHeader]
}

function responsesOf(call: AddressedCall, convert: Convert): Operation['responses'] {
  const answer = convert(call.answer, 'output')
  const schema = call.adminAnswer
    ? { anyOf: [answer, convert(call.adminAnswer, 'output')] }
    : answer
  const headers = Object.fromEntries(
    (call.answerHeaders ?? []).map((name) => [
      name,
      { description: answerHeaders[name], schema: { type: 'string' as const } },
    ]),
  )
  const responses: Operation['responses'] = {
    [call.status]: {
      description: call.status === 201 ? 'Made.' : 'Done.',
      ...(call.answerHeaders && { headers }),
      content: { [call.answerKind ?? json]: { schema } },
    },
  }
  for (const status of errorsOf(call))
    responses[status] = { $ref: `#/components/responses/${status}` }
  if (call.conflict) {
    const conflict = { anyOf: [convert(call.conflict, 'output'), convert(errorAnswer, 'output')] }
    responses[409] = { description: errorMeanings[409], content: { [json]: { schema: conflict } } }
  }
  return responses
}

/** Singular and plural name of the items of a type. */
function wordsOf(type: ContentType = 'articles'): [item: string, items: string] {
  const { one, several } = itemTypes[type]
  return [withArticle(one), several]
}

function inWords(summary: string, [item, items]: readonly [string, string]) {
  return summary.replace('{item}', item).replace('{items}', items)
}

/** `PATCH /api/articles/{id}` → `patchArticlesId`. */
function operationId({ method, path }: AddressedCall): string {
  const words = path.replace('/api/', '').match(/\w+/g) ?? []
  return (
    method.toLowerCase() +
    words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  )
}

/** Converts a zod schema to JSON Schema. Named schemas are added to `schemas` and referenced. */
function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const whole = z.toJSONSchema(schema, {
    io,
    metadata: schemaNames,
    override({ zodSchema, jsonSchema }) {
      const description = z.globalRegistry.get(zodSchema)?.description
      if (description) jsonSchema.description = description
      // `format` is enough; zod's pattern for it is very long.
      if (jsonSchema.format) delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.exclusiveMinimum === 0 && jsonSchema.type === 'integer') {
        delete jsonSchema.exclusiveMinimum
        jsonSchema.minimum = 1
      }
      // Answers may get further keys in later versions, so clients must accept them; request bodies
      // with unknown keys are rejected.
      if (io === 'output') delete jsonSchema.additionalProperties
    },
  })
  const {
    $schema: _,
    $defs,
    ...rest
  } = JSON.parse(
    JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as JsonSchema
  Object.assign(schemas, $defs)
  return rest
}
