package graph

import "strings"

// Suggest finds among known ids the one that a misspelt one was most likely
// meant to be. It looks at no more ids than a file sensibly has.
func Suggest(id string, known []string) (string, bool) {
	const longest, most = 64, 20_000
	if len(id) == 0 || len(id) > longest || len(known) > most {
		return "", false
	}
	best, limit := "", 1+len(id)/5
	for _, k := range known {
		if k == id {
			continue
		}
		if strings.EqualFold(k, id) {
			return k, true
		}
		if d := distance(id, k, limit); d < limit || d == limit && best == "" {
			best, limit = k, d
		}
	}
	return best, best != ""
}

// distance is the number of letters to change, add or take out, or limit+1.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return min(row[len(b)], limit+1)
}
