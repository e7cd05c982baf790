import { ListRecommendations } from './list-recommendations.ts'

export const recommendationOperations = [ListRecommendations]
