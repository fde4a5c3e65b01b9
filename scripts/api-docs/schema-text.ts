import type { JsonSchema } from '../../server/http/api/openapi.ts'

/** The type of a schema in a few words of Markdown, for a table cell. */
export function typeText(schema: JsonSchema): string {
  if (schema.$ref) return schemaLink(schema.$ref)
  if (schema.anyOf) return alternatives(schema.anyOf as Array<JsonSchema>)
  if ('const' in schema) return code(schema.const)
  if (schema.enum) return schema.enum.map((value) => code(value)).join(' ')
  if (Array.isArray(schema.type))
    return alternatives(schema.type.map((type) => ({ ...schema, type }) as JsonSchema))
  switch (schema.type) {
    case 'array':
      return `list of ${typeText((schema.items ?? {}) as JsonSchema)}${limit(schema.maxItems, 'items')}`
    case 'object':
      return objectText(schema)
    case 'string':
      return stringText(schema)
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${range(schema)}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    default:
      return 'anything'
  }
}

/** The fields of an object as a table; ignored fields on one line. */
export function fieldsTable(schema: JsonSchema): string {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}) as Array<[string, JsonSchema]>
  const ignored = fields
    .filter(([, { description }]) => description === 'Ignored.')
    .map(([name]) => code(name, ''))
  const rows = fields
    .filter(([, { description }]) => description !== 'Ignored.')
    .map(([name, field]) => {
      const preset = field.default === undefined ? '' : `${code(field.default)} when left out. `
      const optional = required.has(name) || preset ? '' : 'Optional. '
      return `| \`${name}\` | ${typeText(field)} | ${`${optional}${preset}${field.description ?? ''}`.trim()} |`
    })
  const table = ['| Field | Type | |', '|---|---|---|', ...rows].join('\n')
  return ignored.length > 0 ? `${table}\n\nTaken and ignored: ${ignored.join(', ')}.` : table
}

/** A link to the section of a named schema. */
export function schemaLink(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1)
  return `[${name}](#${name.toLowerCase()})`
}

function alternatives(schemas: ReadonlyArray<JsonSchema>) {
  return schemas.map(typeText).join(' or ')
}

function objectText({ properties, additionalProperties }: JsonSchema): string {
  if (properties)
    return `\`{${Object.entries(properties)
      .map(([name, field]) =>
        'const' in (field as JsonSchema)
          ? `${name}: ${JSON.stringify((field as JsonSchema).const)}`
          : name,
      )
      .join(', ')}}\``
  return typeof additionalProperties === 'object'
    ? `map of ${typeText(additionalProperties as JsonSchema)}`
    : 'object'
}

function stringText({ format, minLength, maxLength }: JsonSchema): string {
  const kinds: Readonly<Record<string, string>> = {
    'date-time': 'date and time',
    email: 'e-mail address',
    uri: 'address',
  }
  const kind = kinds[format ?? ''] ?? 'text'
  return `${kind}${minLength ? ', not empty' : ''}${limit(maxLength, 'characters')}`
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined) return maximum === undefined ? '' : ` up to ${maximum}`
  return maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`
}

function limit(most: number | undefined, what: string) {
  return most === undefined ? '' : `, up to ${most} ${what}`
}

function code(value: unknown, quote = '"') {
  return `\`${typeof value === 'string' ? `${quote}${value}${quote}` : JSON.stringify(value)}\``
}
