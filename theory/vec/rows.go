package vec

// Rows of a matrix, one after the other in memory. Of short rows a kernel that counts takes longer than the sums.

// DotRows stores x·w in dst for each row x of rows, with the bits of [Dot]. It panics if rows are not len(dst) rows as
// long as w.
func DotRows(dst, rows, w []float64) {
	d := len(w)
	sameLength(rows, rows[:len(dst)*d])
	few := d <= short && !counting.Load()
	for i := range dst {
		if row := rows[i*d : (i+1)*d]; few {
			dst[i] = dotShort(row, w)
		} else {
			dst[i] = dot(row, w)
		}
	}
}

// MostSqDist returns the largest of the squared distances of x from each row of rows, which are as long as x, with the
// bits of [SqDistDense], and 0 of no rows. Those that are NaN do not count.
func MostSqDist(x, rows []float64) (most float64) {
	few := len(x) <= short && !counting.Load()
	for d := max(1, len(x)); len(rows) > 0; rows = rows[d:] {
		sum := 0.0
		if row := rows[:d:len(rows)]; few {
			sum = sqDistShort(x, row)
		} else {
			sum = SqDistDense(x, row)
		}
		if sum > most {
			most = sum
		}
	}
	return most
}
