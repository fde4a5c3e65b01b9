import type { Nodes } from 'mdast'
import { visit } from 'unist-util-visit'

/** A component or an element of HTML in MDX. */
export type Jsx = Extract<Nodes, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>
type Code = Extract<Nodes, { type: 'mdxjsEsm' }>
type Program = NonNullable<NonNullable<Code['data']>['estree']>
type Expression = Extract<Program['body'][number], { type: 'ExpressionStatement' }>['expression']

/** The addresses of the pictures and files that the imports of a text name, by their names. */
export function pictureImports(root: Nodes): Map<string, string> {
  const found = new Map<string, string>()
  visit(root, 'mdxjsEsm', (node) => {
    for (const statement of node.data?.estree?.body ?? []) {
      if (statement.type !== 'ImportDeclaration' || typeof statement.source.value !== 'string')
        continue
      const local = statement.specifiers.find(({ type }) => type === 'ImportDefaultSpecifier')
        ?.local.name
      if (local !== undefined && isFile.test(statement.source.value))
        found.set(local, statement.source.value)
    }
  })
  return found
}

const isFile = /\.(?:jpe?g|png|gif|webp|svg|avif|mp3|m4a|ogg|wav|mp4|webm|mov|pdf)(?:\?\w{0,20})?$/i

/** The text of an expression that is a text or a number; null for one that a program fills in. */
export function literalOf(program: Program | null | undefined): string | null {
  const expression = expressionIn(program)
  return expression === null ? null : staticText(expression, new Map())
}

/**
 * The attributes of a component that are texts, by their names in lower case. `isWhole`: no other
 * has a value.
 */
export function valuesOf(
  { attributes }: Jsx,
  pictures: ReadonlyMap<string, string>,
): { values: ReadonlyMap<string, string>; isWhole: boolean } {
  const values = new Map<string, string>()
  let isWhole = true
  for (const attribute of attributes) {
    if (attribute.type === 'mdxJsxExpressionAttribute') {
      isWhole = false
      continue
    }
    const { name, value } = attribute
    const expression =
      typeof value === 'object' && value !== null ? expressionIn(value.data?.estree) : null
    const text =
      typeof value === 'string'
        ? value
        : value
          ? expression && staticText(expression, pictures)
          : ''
    if (text === null)
      isWhole &&= /^(?:style|class|classname|width|height|key|on[a-z]+)$/i.test(name)
    else values.set(name.toLowerCase(), text)
  }
  return { values, isWhole }
}

function expressionIn(program: Program | null | undefined): Expression | null {
  const [statement] = program?.body ?? []
  return statement?.type === 'ExpressionStatement' ? statement.expression : null
}

/**
 * What an expression is before any program runs: a text, a number, an imported picture, or
 * `require('./a.png').default`.
 */
function staticText(expression: Expression, pictures: ReadonlyMap<string, string>): string | null {
  switch (expression.type) {
    case 'Literal':
      return ['string', 'number'].includes(typeof expression.value)
        ? String(expression.value)
        : null
    case 'TemplateLiteral':
      return expression.expressions.length === 0
        ? (expression.quasis[0]?.value.cooked ?? null)
        : null
    case 'Identifier':
      return pictures.get(expression.name) ?? null
    case 'MemberExpression':
      return expression.object.type === 'Super' ? null : staticText(expression.object, pictures)
    case 'CallExpression': {
      const { callee } = expression
      const [argument] = expression.arguments
      const isLoad =
        callee.type === 'Identifier' && ['require', 'useBaseUrl', 'withBase'].includes(callee.name)
      return isLoad && argument && argument.type !== 'SpreadElement'
        ? staticText(argument, pictures)
        : null
    }
    default:
      return null
  }
}
