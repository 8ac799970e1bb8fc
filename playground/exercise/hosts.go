package exercise

func doHost(r *run, args []string) error {
	d := r.driver
	if d.running {
		return r.fail(fact(FactNothing), r.now())
	}
	l := d.links[args[0]]
	if l == nil {
		l = new(link)
		d.links[args[0]] = l
	}
	d.link = l
	return d.connect(r)
}
