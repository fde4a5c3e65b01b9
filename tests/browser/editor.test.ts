import { bodyTests } from './editor/bodies.ts'
import { copyingTests } from './editor/copying.ts'
import { deviceTests } from './editor/devices.ts'
import { editorInBrowser } from './editor/editor-page.ts'
import { fidelityTests } from './editor/fidelity.ts'
import { menuTests } from './editor/menus.ts'
import { pastingTests } from './editor/pasting.ts'
import { typingTests } from './editor/typing.ts'

// All of them share one build of the editor.
const pages = editorInBrowser()

typingTests(pages)
menuTests(pages)
pastingTests(pages)
copyingTests(pages)
fidelityTests(pages)
bodyTests(pages)
deviceTests(pages)
