import '../+client.ts'
import { startCarousels } from '../../../site/home/carousel.client.ts'

startCarousels()
