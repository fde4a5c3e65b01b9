import { ComparisonsPage } from '../../../site/sound/comparisons-page.tsx'
import { findable } from '../../findable.tsx'

export default findable(ComparisonsPage)
