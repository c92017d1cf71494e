package vec

// DotRows stores x·w in dst for each row x of a matrix, with the bits of [Dot]. It panics if rows are not len(dst) rows
// as long as w. Of short rows a kernel that counts takes longer than the sums.
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
