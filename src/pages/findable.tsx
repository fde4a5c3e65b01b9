import type { ComponentType } from 'react'
import { NotFound } from '../site/not-found.tsx'
import type { Findable } from './page-data.ts'

/** A page whose item may not exist; then it is the page with this title. */
export function findable<Props extends object>(
  Found: ComponentType<Props>,
  title: Parameters<typeof NotFound>[0]['title'] = 'pageNotFound',
) {
  return function Page(props: Findable<Props>) {
    return props.kind === 'found' ? <Found {...props} /> : <NotFound title={title} />
  }
}
