import type {
  Answer,
  JsonSchema,
  OpenApiDocument,
  Operation,
} from '../../server/http/api/openapi.ts'
import { answerHeaders, errorMeanings, requestHeaders } from '../../src/contract/call.ts'
import { fieldsTable, schemaLink, typeText } from './schema-text.ts'

/**
 * The API reference as Markdown: the introduction, then every call and every schema of the
 * document.
 */
export function apiReference(introduction: string, document: OpenApiDocument): string {
  const patterns = groupByPattern(document)
  const calls = document.tags.map(({ name }) => {
    const own = [...patterns.values()].filter(([first]) => first?.tags.includes(name))
    return [`## ${name}`, ...own.map(callSection)].join('\n\n')
  })
  const headers = [
    '| Header | Of | Means |',
    '|---|---|---|',
    ...Object.entries(requestHeaders).map(([name, text]) => `| \`${name}\` | requests | ${text} |`),
    ...Object.entries(answerHeaders).map(([name, text]) => `| \`${name}\` | answers | ${text} |`),
  ]
  const errors = [
    '| Status | Means |',
    '|---|---|',
    ...Object.entries(errorMeanings).map(([s, m]) => `| ${s} | ${m} |`),
  ]
  const data = Object.entries(document.components.schemas).map(([name, schema]) =>
    schemaSection(name, schema),
  )
  const parts = [
    introduction.trim(),
    headers.join('\n'),
    errors.join('\n'),
    ...calls,
    '## Data',
    ...data,
  ]
  return `${parts.join('\n\n')}\n`
}

/** The operations by pattern, in the order of the document: one, or one per type. */
function groupByPattern(document: OpenApiDocument): Map<string, Array<Operation>> {
  const patterns = new Map<string, Array<Operation>>()
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path)) {
      const { call } = operation['x-pattern']
      patterns.set(call, [...(patterns.get(call) ?? []), operation])
    }
  return patterns
}

function callSection(operations: Array<Operation>): string {
  const [first] = operations
  if (!first) return ''
  const { call, summary } = first['x-pattern']
  const head = [`### ${call}`, `${summary}${first.description ? ` ${first.description}` : ''}`]
  const rows = [
    ['Who', whoOf(first)],
    ['Token', scopeOf(first)],
    ['Query', parametersOf(first, 'query')],
    ['Headers', parametersOf(first, 'header')],
    ['Body', bodyOf(operations)],
    ['Answer', answerOf(operations, 0)],
    ['To signed-in users', answerOf(operations, 1)],
    ['With', answerHeadersOf(first)],
    ['Errors', errorsOf(first)],
  ].filter(([, text]) => text !== '')
  return [
    ...head,
    ['| | |', '|---|---|', ...rows.map(([name, text]) => `| ${name} | ${text} |`)].join('\n'),
  ].join('\n\n')
}

const roleWords = { writer: 'signed-in users', editor: 'editors, owners', owner: 'owners' }

function whoOf(operation: Operation): string {
  const role = operation['x-role']
  if (role) return roleWords[role]
  return isForAll(operation) ? 'everybody; signed-in users get more' : 'everybody'
}

/** Whether visitors may make a call that answers signed-in users more. */
const isForAll = ({ security = [] }: Operation) =>
  security.some((one) => Object.keys(one).length === 0)

/** The scope that a token needs. */
function scopeOf({ security = [] }: Operation): string {
  const [scope] = security.flatMap(({ token = [] }) => token)
  return scope === undefined ? '' : `\`${scope}\``
}

function parametersOf({ parameters = [] }: Operation, place: 'query' | 'header'): string {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema, description }) =>
      place === 'header'
        ? `\`${name}\``
        : `\`${name}\` (${typeText(schema)})${description ? `: ${description}` : ''}`,
    )
    .join(place === 'header' ? ', ' : '<br>')
}

function bodyOf(operations: Array<Operation>): string {
  const bodies = operations.flatMap(({ requestBody }) => (requestBody ? [requestBody] : []))
  const texts = unique(bodies.map(({ content }) => bodyText(content)))
  return texts.join(', ') + (bodies[0]?.required === false ? ', or none' : '')
}

function bodyText(content: NonNullable<Operation['requestBody']>['content']): string {
  return Object.entries(content)
    .map(([kind, { schema }]) =>
      kind === 'application/json' ? typeText(schema) : `${kind}: ${typeText(schema)}`,
    )
    .join(' or ')
}

/** The answer for everybody (0), or the additional one for signed-in users (1). */
function answerOf(operations: Array<Operation>, audience: 0 | 1): string {
  const schemas = operations.flatMap((operation) => {
    const schema: JsonSchema = successOf(operation).content?.['application/json']?.schema ?? {}
    return isForAll(operation) && schema.anyOf
      ? [schema.anyOf[audience] as JsonSchema]
      : audience === 0
        ? [schema]
        : []
  })
  const [kind = 'application/json'] = operations.flatMap((operation) =>
    Object.keys(successOf(operation).content ?? {}),
  )
  const texts =
    kind === 'application/json'
      ? unique(schemas.map(typeText)).join(', ')
      : audience === 0
        ? kind
        : ''
  const [status = ''] = Object.keys(operations[0]?.responses ?? {})
  return texts === '' || audience === 1 ? texts : `${status}: ${texts}`
}

function answerHeadersOf(operation: Operation): string {
  return Object.keys(successOf(operation).headers ?? {})
    .map((name) => `\`${name}\``)
    .join(', ')
}

function successOf({ responses }: Operation): Answer {
  const [first] = Object.values(responses)
  return first && !('$ref' in first) ? first : { description: '' }
}

function errorsOf({ responses }: Operation): string {
  const statuses = Object.keys(responses).filter((status) => Number(status) >= 400)
  const texts = statuses.map((status) => {
    const response = responses[status]
    const own =
      response && 'content' in response ? response.content?.['application/json']?.schema : undefined
    const conflict = own?.anyOf?.[0] as JsonSchema | undefined
    return conflict?.$ref ? `${status} (${schemaLink(conflict.$ref)})` : status
  })
  return texts.join(', ')
}

function schemaSection(name: string, schema: JsonSchema): string {
  return [
    `### ${name}`,
    ...(schema.description ? [schema.description] : []),
    fieldsTable(schema),
  ].join('\n\n')
}

function unique(texts: Array<string>): Array<string> {
  return [...new Set(texts)]
}
