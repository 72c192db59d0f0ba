# roofline.gp - arithmetic rate against intensity, under the roofs of each
# device (Williams, Waterman and Patterson 2009).
#
#   gnuplot -c roofline.gp DATA PICTURE

data = ARG1
picture = ARG2
here = ""
do for [i = 1 : strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
height = 600
keyed = 1
load here . "style.gp"

x_low = 1.0; x_high = 2.0; y_low = 1.0; y_high = 2.0; only = 0
stats data index 0 using (key = strcol(1), value = strcol(2), \
    key eq "x_low" ? (x_low = real(value), 0) : \
    key eq "x_high" ? (x_high = real(value), 0) : \
    key eq "y_low" ? (y_low = real(value), 0) : \
    key eq "y_high" ? (y_high = real(value), 0) : \
    key eq "only" ? (only = real(value), 0) : 0) nooutput

set tmargin at screen above(0.86)
set bmargin at screen below(0.2)
set lmargin at screen 0.1
set rmargin at screen 0.8
set key at screen 0.5, key_height center center horizontal \
    maxrows key_rows Left reverse samplen 4 width key_pad \
    textcolor rgb ink noenhanced

set logscale x 10
set logscale y 10
set xrange [x_low : x_high]
set yrange [y_low : y_high]
set format "%g"
set mxtics 10
set mytics 10
set grid xtics ytics linetype 1 linecolor rgb "#e4e4e4" linewidth 1
axis = "x"; low = x_low; high = x_high
load here . "tics.gp"
axis = "y"; low = y_low; high = y_high
load here . "tics.gp"
set xlabel "FLOP/byte" . (only == 0 ? "" : sprintf( \
    " (all of %g, side by side)", only)) textcolor rgb ink
set ylabel "GFLOP/s" textcolor rgb ink

plot data index 2 using 1:2:(colour(strcol(3))) with lines \
         dashtype (12, 6) linewidth 1.5 linecolor rgb variable notitle, \
     data index 1 using (x_high):2:4:(colour(strcol(3))) with labels left \
         offset 0.8, 0 font ",10" textcolor rgb variable noenhanced notitle, \
     for [i = 1 : words(lines)] data index i + 2 using 1:2 \
         with linespoints linewidth 1 pointsize 1 \
         linecolor rgb colour(backend(name(i))) \
         dashtype dash(backend(name(i)), rank(i)) \
         pointtype mark(backend(name(i)), rank(i)) title name(i)
set output
