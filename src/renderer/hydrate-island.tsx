import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { textsOf } from '#domain/site/text-of.ts'
import { type FormTextKey, formEnglish } from '#domain/site/texts/en-forms.ts'
import { FormTexts } from '../ui/form-texts.ts'
import { IslandData } from '../ui/island-data.ts'
import { siteData } from '../ui/site-data.ts'

/** Hydrates an island synchronously, so that the events that came before can be replayed. */
export function hydrateIsland(
  island: HTMLElement,
  Part: ComponentType<Record<string, unknown>>,
): void {
  const props = JSON.parse(island.dataset.props ?? '{}') as Record<string, unknown>
  const data = siteData()
  flushSync(() =>
    hydrateRoot(
      island,
      <IslandData.Provider value={data}>
        <FormTexts.Provider value={textsOf<FormTextKey>(data.texts ?? {}, formEnglish)}>
          <Part {...props} />
        </FormTexts.Provider>
      </IslandData.Provider>,
      { identifierPrefix: island.dataset.prefix },
    ),
  )
}
